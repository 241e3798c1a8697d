import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { Server as PlainServer } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer as SdkServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createReport } from "../../generator/diagnostics/report.js";
import { mcp } from "../../generator/sources/mcp.js";
import { mcpRemote, RemoteDrift } from "../../runtime/remotes/mcp.js";
import { signatureOf } from "../../runtime/remotes/signature.js";
import { isToolError } from "../../runtime/call/thrown-error.js";
import type { CallContext, Remote } from "../../runtime/tool.js";

const everything = fileURLToPath(
  new URL("../../node_modules/@modelcontextprotocol/server-everything/dist/index.js", import.meta.url),
);

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of cleanUp.splice(0).reverse()) await close();
});

function opened(remote: Remote): Remote {
  cleanUp.push(() => remote.close());
  return remote;
}

function context(
  progress: (value: unknown) => void = () => undefined,
  signal = new AbortController().signal,
): CallContext {
  return { context: undefined, signal, tool: "t", callId: "c", idempotencyKey: "k", turn: 0, progress };
}

/** A small server of our own that uses streamable HTTP. */
async function ownServer(): Promise<{ url: string }> {
  const describeTools = (server: SdkServer): void => {
    server.registerTool(
      "add",
      {
        description: "Adds two numbers.",
        inputSchema: { a: z.number(), b: z.number() },
        outputSchema: { sum: z.number() },
      },
      ({ a, b }) => ({
        content: [{ type: "text", text: String(a + b) }],
        structuredContent: { sum: a + b },
      }),
    );
    server.registerTool("fail", { description: "Fails, and says why." }, () => ({
      isError: true,
      content: [{ type: "text", text: "the shelf is empty" }],
    }));
    server.registerTool("picture", { description: "Draws." }, () => ({
      content: [
        { type: "text", text: "a dot" },
        { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
      ],
    }));
    server.registerTool("wait", { description: "Waits until it is cancelled." }, async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return { content: [] };
    });
  };
  return serve(() => {
    const server = new SdkServer({ name: "own", version: "1.0.0" });
    describeTools(server);
    return server;
  });
}

async function serve(
  serverFor: () => { connect(transport: never): Promise<void> },
): Promise<{ url: string }> {
  const http: Server = createServer((request, response) => {
    const transport = new StreamableHTTPServerTransport({});
    void serverFor()
      .connect(transport as never)
      .then(() => transport.handleRequest(request, response));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  cleanUp.push(() => new Promise((resolve) => (http.closeAllConnections(), http.close(resolve))));
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp` };
}

const digitsServer = fileURLToPath(new URL("./fixtures/mcp-digits.mjs", import.meta.url));

/** Starts the server of the fixture over HTTP. Each answer is one text or an event. */
async function digitsOverHttp(type: string): Promise<{ url: string }> {
  const { answer } = (await import(/* @vite-ignore */ digitsServer)) as {
    answer(text: string): string | undefined;
  };
  const http = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    request.on("end", () => {
      const answered = request.method === "POST" ? answer(text) : undefined;
      if (answered === undefined) {
        response.writeHead(request.method === "POST" ? 202 : 405).end();
        return;
      }
      response.setHeader("content-type", type);
      response.end(type === "application/json" ? answered : `event: message\ndata: ${answered}\n\n`);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  cleanUp.push(() => new Promise((resolve) => (http.closeAllConnections(), http.close(resolve))));
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp` };
}

/** Starts a server that returns the text of the call, and declares any output schema for it. */
function hostileServer(outputSchema: object): Promise<{ url: string }> {
  return serve(() => {
    const server = new PlainServer({ name: "hostile", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [{ name: "say", inputSchema: { type: "object" as const }, outputSchema: outputSchema as never }],
    }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
      content: [],
      structuredContent: { text: params.arguments?.["text"] },
    }));
    return server;
  });
}

describe("tools of an MCP server", () => {
  it("lists and calls the tools of a real server over stdio", async () => {
    const remote = opened(mcpRemote({ command: process.execPath, args: [everything] }));
    const tools = await remote.list();
    console.log(`server-everything: ${tools.length} tools`);
    expect(tools.length).toBeGreaterThan(5);
    const echo = tools.find(({ name }) => name === "echo")!;
    expect(await remote.call("echo", { message: "hello" }, context(), signatureOf(echo.inputSchema))).toBe(
      "Echo: hello",
    );
  });

  it("imports a running server as a document of our own dialect", async () => {
    const report = createReport();
    const source = await mcp.open(`mcp:${process.execPath} ${everything}`, {
      cwd: process.cwd(),
      specFolder: process.cwd(),
      remote: "everything",
      env: process.env,
      inheritEnv: [],
      report,
    });
    const { tools } = JSON.parse(source!.text) as {
      tools: { name: string; rename?: string; binding: unknown }[];
    };
    expect(report.sorted()).toEqual([]);
    const binding = { mcp: "everything", signature: "(message: string)" };
    expect(tools.find(({ name }) => name === "echo")).toMatchObject({ binding });
    expect(tools.find(({ name }) => name === "get-sum")).toMatchObject({ rename: "get_sum" });
  });

  it("returns structured content, over streamable HTTP", async () => {
    const { url } = await ownServer();
    expect(await opened(mcpRemote({ url })).call("add", { a: 2, b: 3 }, context())).toEqual({ sum: 5 });
  });

  it("keeps the keys of this process from a server over stdio", async () => {
    vi.stubEnv("ANOTHER_SERVICE_KEY", "s3cret");
    vi.stubEnv("DATABASE_URL", "postgres://db");
    const server = { command: process.execPath, args: [everything], inheritEnv: ["DATABASE_URL"] };
    const seen = String(await opened(mcpRemote(server)).call("get-env", {}, context()));
    expect(seen).toContain("postgres://db");
    expect(seen).not.toContain("ANOTHER_SERVICE_KEY");
  });

  it.each([
    ["stdio", async () => ({ command: process.execPath, args: [digitsServer] })],
    ["HTTP with JSON", async () => digitsOverHttp("application/json")],
    ["HTTP with events", async () => digitsOverHttp("text/event-stream")],
  ])("receives and returns every digit of an integer over %s", async (_, start) => {
    const remote = opened(mcpRemote(await start()));
    const echo = async (number: unknown): Promise<unknown> => remote.call("echo", { number }, context());
    const digits = "1234567890123456789";
    expect(await echo(BigInt(digits))).toEqual({ number: digits, text: digits });
    expect(await echo(-5)).toEqual({ number: -5, text: "-5" });
  });

  it("converts an error result to a message for the model", async () => {
    const { url } = await ownServer();
    const error: unknown = await opened(mcpRemote({ url }))
      .call("fail", {}, context())
      .catch((caught: unknown) => caught);
    expect(isToolError(error) && error.message).toBe("the shelf is empty");
  });

  it("sends images as media parts of the function response", async () => {
    const { url } = await ownServer();
    expect(await opened(mcpRemote({ url })).call("picture", {}, context())).toEqual({
      functionResponse: {
        response: { result: "a dot", files: [{ $ref: "file-1" }] },
        parts: [{ inlineData: { data: "iVBORw0KGgo=", mimeType: "image/png", displayName: "file-1" } }],
      },
    });
  });

  it("passes progress on", async () => {
    const remote = opened(mcpRemote({ command: process.execPath, args: [everything] }));
    const progress: unknown[] = [];
    await remote.call(
      "trigger-long-running-operation",
      { duration: 0.2, steps: 2 },
      context((value) => progress.push(value)),
    );
    expect(progress.length).toBeGreaterThan(0);
  });

  it("cancels a call", async () => {
    const { url } = await ownServer();
    const controller = new AbortController();
    const waiting = opened(mcpRemote({ url })).call("wait", {}, context(undefined, controller.signal));
    setTimeout(() => controller.abort(new Error("enough")), 50);
    await expect(waiting).rejects.toThrow();
  });

  it("refuses a tool that has changed since its import, or was removed", async () => {
    const { url } = await ownServer();
    const remote = opened(mcpRemote({ url }));
    await expect(remote.call("add", { a: 1, b: 2 }, context(), "(a: string)")).rejects.toBeInstanceOf(
      RemoteDrift,
    );
    const gone: unknown = await remote.call("gone", {}, context(), "()").catch((error: unknown) => error);
    expect((gone as RemoteDrift).diff).toEqual(["- gone()"]);
  });

  it("reports a server that cannot be started or reached", async () => {
    await expect(opened(mcpRemote({ command: "no-such-server" })).list()).rejects.toThrow(/no-such-server/);
    await expect(opened(mcpRemote({ url: "http://127.0.0.1:1/mcp" })).list()).rejects.toThrow();
    const report = createReport();
    expect(
      await mcp.open("mcp:no-such-server", {
        cwd: process.cwd(),
        specFolder: process.cwd(),
        remote: undefined,
        env: process.env,
        inheritEnv: [],
        report,
      }),
    ).toBeUndefined();
    expect(report.sorted().map(({ code }) => code)).toEqual(["TP741"]);
  });

  it("does not run a pattern by which a server would block the process with its own answer", async () => {
    const properties = { text: { type: "string", pattern: "^(a+)+$" } };
    const { url } = await hostileServer({ type: "object", properties });
    const remote = opened(mcpRemote({ url }));
    expect(await remote.list()).toMatchObject([{ name: "say", outputSchema: { properties } }]);
    // The first text does not match the output schema either. A library that compares results with output
    // schemas would report the first text, and would never finish with the second.
    for (const text of ["b", "a".repeat(60) + "!"])
      expect(await remote.call("say", { text }, context())).toEqual({ text });
  });

  it("does not compile an output schema by which a server would break or block the client", async () => {
    const deep = Array.from({ length: 3_000 }).reduce<object>((inner) => ({ not: inner }), {});
    const { url } = await hostileServer({ type: "object", properties: { text: deep } });
    const remote = opened(mcpRemote({ url }));
    expect((await remote.list()).map(({ name }) => name)).toEqual(["say"]);
    expect(await remote.call("say", { text: "a" }, context())).toEqual({ text: "a" });
  });

  it("refuses calls after it was closed", async () => {
    const { url } = await ownServer();
    const remote = mcpRemote({ url });
    await remote.list();
    await remote.close();
    await expect(remote.call("add", { a: 1, b: 1 }, context())).rejects.toThrow("closed");
  });
});
