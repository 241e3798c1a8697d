import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type * as sdkTypes from "@modelcontextprotocol/sdk/types.js";
import type { Remote, RemoteTool } from "../tool.js";
import { closing, type Closing } from "./closing.js";
import { driftOf, RemoteDrift } from "./drift.js";
import { type McpResult, readMcpResult } from "./mcp-result.js";
import { handlesOfTransport, type McpProcess, type McpServer, transportOf } from "./mcp-transport.js";
import { type Idling, idling } from "./own-processes.js";

export { RemoteDrift, refuseDrift } from "./drift.js";
export type { McpProcess, McpServer } from "./mcp-transport.js";

export interface McpOptions {
  /**
   * Pages of `tools/list` that are read at most.
   * @default 100
   */
  readonly maxPages?: number;
  /** Called when the server reports that its tools have changed. Calls then compare signatures again. */
  readonly onListChanged?: () => void;
}

/** The shapes of answers in the words of the SDK, which is loaded when it is needed. */
type Shapes = Pick<typeof sdkTypes, "CallToolResultSchema" | "ListToolsResultSchema">;

interface Connection {
  readonly client: Client;
  readonly shapes: Shapes;
  readonly idle: Idling;
  tools: Promise<readonly RemoteTool[]> | undefined;
}

/** Tools of an MCP server: a process over stdio, or streamable HTTP. Needs `@modelcontextprotocol/sdk`. */
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
      const { client, shapes, idle } = await connected();
      const release = idle.hold();
      // Not `callTool`: it runs the server's own output schema, whose patterns nobody has judged. Our validators check results.
      const request = { method: "tools/call" as const, params: { name, arguments: { ...args } } };
      const result = client.request(request, shapes.CallToolResultSchema, {
        signal: call.signal,
        // Time is kept by the runtime, which aborts the signal.
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
  const [{ Client }, shapes] = await Promise.all([
    needSdk(() => import("@modelcontextprotocol/sdk/client/index.js")),
    needSdk(() => import("@modelcontextprotocol/sdk/types.js")),
  ]);
  const client = new Client({ name: "toolpress", version: "1" });
  const transport = await transportOf(server);
  client.onclose = onClose;
  await client.connect(transport);
  const idle = idling(handlesOfTransport(transport));
  const connection: Connection = { client, shapes, idle, tools: undefined };
  client.setNotificationHandler(shapes.ToolListChangedNotificationSchema, () => {
    connection.tools = undefined;
    options.onListChanged?.();
  });
  return connection;
}

async function needSdk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new Error(
      "MCP servers need the package @modelcontextprotocol/sdk: npm install @modelcontextprotocol/sdk",
      { cause },
    );
  }
}

/** Not `listTools` of the SDK: it compiles the output schemas. */
async function listTools({ client, shapes }: Connection, maxPages: number): Promise<readonly RemoteTool[]> {
  const tools: RemoteTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: "tools/list", params }, shapes.ListToolsResultSchema);
    for (const { name, description, title, inputSchema, outputSchema } of answer.tools) {
      const described = description ?? title;
      tools.push({
        name,
        inputSchema,
        ...(described !== undefined && { description: described }),
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
