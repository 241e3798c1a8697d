import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type * as sdkTypes from "@modelcontextprotocol/sdk/types.js";
import type { Remote, RemoteTool } from "../tool.js";
import { closing, type Closing } from "./closing.js";
import { driftOf, RemoteDrift } from "./drift.js";
import { type McpResult, readMcpResult } from "./mcp-result.js";
import { handlesOfTransport, type McpProcess, type McpServer, transportOf } from "./mcp-transport.js";
import { type IdleHandles, createIdleHandles } from "./child-processes.js";

export { RemoteDrift, refuseDrift } from "./drift.js";
export type { McpProcess, McpServer } from "./mcp-transport.js";

export interface McpOptions {
  /**
   * The largest number of pages of `tools/list` to read.
   * @default 100
   */
  readonly maxPages?: number;
  /** Called when the server reports that its tools have changed. Later calls compare signatures again. */
  readonly onListChanged?: () => void;
}

/** The SDK's schemas of results. The SDK loads on first use. */
type ResultSchemas = Pick<typeof sdkTypes, "CallToolResultSchema" | "ListToolsResultSchema">;

interface Connection {
  readonly client: Client;
  readonly schemas: ResultSchemas;
  readonly idle: IdleHandles;
  tools: Promise<readonly RemoteTool[]> | undefined;
}

/**
 * Connects to the tools of an MCP server: a process that uses stdio, or an address that uses streamable HTTP.
 * Requires the package `@modelcontextprotocol/sdk`.
 */
export function mcpRemote(server: McpProcess | McpServer, options: McpOptions = {}): Remote & Closing {
  let connection: Promise<Connection> | undefined;
  let closed = false;

  const connected = (): Promise<Connection> => {
    if (closed) return Promise.reject(new Error("the remote was closed"));
    connection ??= connect(server, () => (connection = undefined), options).catch((error: unknown) => {
      connection = undefined;
      throw error;
    });
    return connection;
  };
  const list = async (): Promise<readonly RemoteTool[]> => {
    const current = await connected();
    const release = current.idle.hold();
    current.tools ??= listTools(current, options.maxPages ?? 100).catch((error: unknown) => {
      current.tools = undefined;
      throw error;
    });
    return current.tools.finally(release);
  };
  return closing({
    list,
    async call(name, args, call, signature) {
      if (signature !== undefined) {
        const diff = driftOf(name, signature, await list());
        if (diff.length > 0) throw new RemoteDrift(nameOf(server), diff);
      }
      const { client, schemas, idle } = await connected();
      const release = idle.hold();
      // The SDK's `callTool` would validate the result with the output schema of the server, and a pattern in
      // that schema may take forever. The generated checks validate the result instead.
      const request = { method: "tools/call" as const, params: { name, arguments: { ...args } } };
      const result = client.request(request, schemas.CallToolResultSchema, {
        signal: call.signal,
        // The SDK must not time out first. The runtime enforces the timeout by aborting the signal.
        timeout: 2 ** 31 - 1,
        onprogress: (progress) => call.progress(progress),
      });
      return readMcpResult((await result.finally(release)) as McpResult);
    },
    async close() {
      closed = true;
      const current = await connection?.catch(() => undefined);
      const release = current?.idle.hold();
      await current?.client.close().finally(release);
    },
  });
}

async function connect(
  server: McpProcess | McpServer,
  onClose: () => void,
  options: McpOptions,
): Promise<Connection> {
  const [{ Client }, schemas] = await Promise.all([
    loadSdk(() => import("@modelcontextprotocol/sdk/client/index.js")),
    loadSdk(() => import("@modelcontextprotocol/sdk/types.js")),
  ]);
  const client = new Client({ name: "toolpress", version: "1" });
  const transport = await transportOf(server);
  client.onclose = onClose;
  await client.connect(transport);
  const idle = createIdleHandles(handlesOfTransport(transport));
  const connection: Connection = { client, schemas, idle, tools: undefined };
  client.setNotificationHandler(schemas.ToolListChangedNotificationSchema, () => {
    connection.tools = undefined;
    options.onListChanged?.();
  });
  return connection;
}

async function loadSdk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new Error(
      "MCP servers need the package @modelcontextprotocol/sdk: npm install @modelcontextprotocol/sdk",
      { cause },
    );
  }
}

/**
 * Lists the tools of a server. The SDK's `listTools` is not used, because it would compile the output schemas
 * of the server.
 */
async function listTools({ client, schemas }: Connection, maxPages: number): Promise<readonly RemoteTool[]> {
  const tools: RemoteTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: "tools/list", params }, schemas.ListToolsResultSchema);
    for (const { name, description, title, inputSchema, outputSchema } of answer.tools) {
      const text = description ?? title;
      tools.push({
        name,
        inputSchema,
        ...(text !== undefined && { description: text }),
        ...(outputSchema !== undefined && { outputSchema }),
      });
    }
    if (answer.nextCursor === undefined) return tools;
    cursor = answer.nextCursor;
  }
  throw new Error(`tools/list has more than ${maxPages} pages`);
}

function nameOf(server: McpProcess | McpServer): string {
  return "url" in server ? String(server.url) : [server.command, ...(server.args ?? [])].join(" ");
}
