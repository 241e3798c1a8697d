import type { ChildProcess } from "node:child_process";
import { Readable } from "node:stream";
import type { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { hasBigint, parseExact, quoteLargeIntegers, stringifyExact } from "../base/exact-json.js";
import { type EnvironmentOptions, variablesNamed } from "./environment.js";
import { type Handle, handlesOf, killWithParent } from "./child-processes.js";

// Transports to MCP servers that keep every digit of an integer. The transports of the SDK use `JSON.parse`
// and `JSON.stringify`, which round large integers.

export interface McpProcess extends EnvironmentOptions {
  /** The program of the server. Required. */
  readonly command: string;
  /** The arguments of the program. */
  readonly args?: readonly string[];
  /**
   * The working directory of the server.
   * @default the working directory of this process
   */
  readonly cwd?: string;
}

export interface McpServer {
  /** The address of the server. Required. */
  readonly url: string | URL;
  /** Headers that are sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

export function transportOf(server: McpProcess | McpServer): Promise<Transport> {
  return "url" in server ? httpTransport(server) : processTransport(server);
}

async function processTransport(server: McpProcess): Promise<Transport> {
  const { StdioClientTransport, getDefaultEnvironment } =
    await import("@modelcontextprotocol/sdk/client/stdio.js");
  const { JSONRPCMessageSchema } = await import("@modelcontextprotocol/sdk/types.js");
  const transport = new StdioClientTransport({
    command: server.command,
    args: [...(server.args ?? [])],
    env: environmentOf(server, getDefaultEnvironment()),
    stderr: "ignore",
    ...(server.cwd !== undefined && { cwd: server.cwd }),
  });
  keepDigits(transport, (message) => JSONRPCMessageSchema.parse(message));
  return transport;
}

/** Returns the environment of a server: the default variables of the SDK and the configured variables. */
function environmentOf(
  { inheritEnv = [], env }: McpProcess,
  defaults: Record<string, string>,
): Record<string, string> {
  return { ...defaults, ...variablesNamed(inheritEnv), ...env } as Record<string, string>;
}

/**
 * Private fields of the SDK's transport. If another version of the SDK lacks them, large integers are refused
 * or rounded, as the SDK itself does.
 */
interface StdioParts {
  _readBuffer: object;
  readonly _process?: ChildProcess;
}

/**
 * Returns the handles of a connection that keep this process alive. Also makes a server process end when this
 * process ends. An HTTP connection has no handles.
 */
export function handlesOfTransport(transport: Transport): readonly Handle[] {
  const { _process: child } = transport as unknown as Partial<StdioParts>;
  if (child === undefined) return [];
  killWithParent(child);
  return handlesOf(child);
}

function keepDigits(transport: StdioClientTransport, check: (message: unknown) => JSONRPCMessage): void {
  const parts = transport as unknown as StdioParts;
  const send = transport.send.bind(transport);
  transport.send = async (message) => {
    if (!hasBigint(message) || parts._process === undefined) return send(message);
    parts._process.stdin?.write(`${stringifyExact(message)}\n`);
  };
  parts._readBuffer = lineBuffer((line) => check(parseExact(line)));
}

/** The SDK's limit for a line that is not complete, in bytes. */
const maxBuffered = 10 * 1024 * 1024;

/** Returns a replacement for the `ReadBuffer` of the SDK. `read` parses each line. */
function lineBuffer(read: (line: string) => JSONRPCMessage): object {
  let buffer: Buffer = Buffer.alloc(0);
  return {
    append(chunk: Buffer): void {
      if (buffer.length + chunk.length > maxBuffered) {
        buffer = Buffer.alloc(0);
        throw new Error(`the MCP server wrote a line of more than ${maxBuffered} bytes`);
      }
      buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
    },
    readMessage(): JSONRPCMessage | null {
      const end = buffer.indexOf("\n");
      if (end === -1) return null;
      const line = buffer.toString("utf8", 0, end).replace(/\r$/, "");
      buffer = buffer.subarray(end + 1);
      return read(line);
    },
    clear(): void {
      buffer = Buffer.alloc(0);
    },
  };
}

async function httpTransport(server: McpServer): Promise<Transport> {
  const { StreamableHTTPClientTransport } =
    await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  // The SDK itself writes the body of a request. A bigint is therefore passed as a text with a random prefix.
  // `fetch` below replaces that text by the digits.
  const prefix = `${crypto.randomUUID()}:`;
  const prefixedInteger = new RegExp(`"${prefix}(-?\\d+)"`, "g");
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    ...(server.headers && { requestInit: { headers: { ...server.headers } } }),
    fetch: async (url, init) => {
      if (init?.method === "GET") return exactResponse(await openEventStream(new URL(url), init));
      const body = typeof init?.body === "string" ? { body: init.body.replace(prefixedInteger, "$1") } : {};
      return exactResponse(await fetch(url, { ...init, ...body }));
    },
  });
  const send = transport.send.bind(transport);
  transport.send = async (message, options) =>
    send(hasBigint(message) ? markBigints(message, prefix) : message, options);
  return transport as Transport;
}

/**
 * Opens the stream on which the server sends messages. The stream must not keep a program alive. `fetch`
 * offers no way to call `unref` on its socket, so the stream uses `node:http`.
 */
async function openEventStream(url: URL, { headers, signal }: RequestInit): Promise<Response> {
  const { request } = await (url.protocol === "https:" ? import("node:https") : import("node:http"));
  const options = { headers: Object.fromEntries(new Headers(headers)), agent: false as const };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { ...options, ...(signal && { signal }) }, (answer) => {
      const { statusCode: status = 0, statusMessage: statusText = "" } = answer;
      const responseInit = { status, statusText, headers: answer.headers as Record<string, string> };
      const body = Readable.toWeb(answer) as ReadableStream;
      resolve(new Response([204, 205, 304].includes(status) ? null : body, responseInit));
    });
    outgoing.on("socket", (socket) => socket.unref());
    outgoing.on("error", reject);
    outgoing.end();
  });
}

function markBigints<T>(value: T, prefix: string): T {
  return JSON.parse(
    JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? `${prefix}${item}` : item)),
  ) as T;
}

/** Returns the same response with quotes around the integers that a JavaScript number cannot hold. */
function exactResponse(response: Response): Response {
  const type = (response.headers.get("content-type") ?? "").split(";")[0]?.trim();
  if (response.body === null || (type !== "application/json" && type !== "text/event-stream"))
    return response;
  const lines = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(
      mapLines((line) =>
        /\d{16}/.test(line) && !/^(id|event|retry):/.test(line) ? quoteLargeIntegers(line) : line,
      ),
    )
    .pipeThrough(new TextEncoderStream());
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  const { status, statusText } = response;
  return new Response(lines, { status, statusText, headers });
}

/**
 * Changes a stream line by line. A JSON string contains no line break, so a line never ends inside of a
 * string.
 */
function mapLines(change: (line: string) => string): TransformStream<string, string> {
  let rest = "";
  return new TransformStream({
    transform(chunk, controller) {
      rest += chunk;
      // A long line arrives in many chunks. Searching the complete line for each chunk would take quadratic
      // time.
      if (!chunk.includes("\n")) return;
      const lines = rest.split(/(?<=\n)/);
      rest = (lines.at(-1) ?? "").endsWith("\n") ? "" : (lines.pop() ?? "");
      if (lines.length > 0) controller.enqueue(lines.map(change).join(""));
    },
    flush(controller) {
      if (rest !== "") controller.enqueue(change(rest));
    },
  });
}
