import { ToolError } from "../errors.js";
import type { CallContext, Remote, RemoteTool } from "../tool.js";
import { closing, type Closing } from "./closing.js";
import { driftOf, RemoteDrift } from "./drift.js";
import { type EnvironmentOptions, workerEnvironment } from "./environment.js";
import { decodeAny } from "./snakepit/any-value.js";
import { parametersOf } from "./snakepit/arguments.js";
import {
  type Bridge,
  type ExecuteRequest,
  type ExecuteResponse,
  loadBridge,
  type Registration,
} from "./snakepit/bridge.js";
import { isVariadic } from "./snakepit/declare.js";
import { type SnakepitHost, startHost } from "./snakepit/host.js";
import { type SnakepitWorker, startWorker } from "./snakepit/worker.js";

export { RemoteDrift, refuseDrift } from "./drift.js";
export { snakepitTools, type SnakepitToolsOptions } from "./snakepit/tools.js";
export type { Registration } from "./snakepit/bridge.js";

export interface SnakepitOptions extends EnvironmentOptions {
  /**
   * The program of the worker and its first arguments, for example `["python3", "grpc_server.py"]`. Required.
   */
  readonly command: readonly string[];
  /** The adapter of the worker, as `module.Class`. Required. */
  readonly adapter: string;
  /**
   * The session of a call. All callers with the same session share the state that the adapter keeps for the
   * session. Give each user a session, for example `(call) => call.context.userId`.
   * @default `toolpress` for all calls
   */
  readonly session?: string | ((call: CallContext) => string);
  /**
   * Called with the standard error of the worker. If the worker ends, the error of the running calls also
   * contains the last part of this output.
   */
  readonly onStderr?: (text: string) => void;
  /**
   * Called with warnings for the developer.
   * @default `console.warn`
   */
  readonly onWarning?: (text: string) => void;
  /**
   * The working directory of the worker.
   * @default the working directory of this process
   */
  readonly cwd?: string;
  /**
   * Milliseconds that the worker may take to start.
   * @default 30,000
   */
  readonly startTimeoutMs?: number;
}

export interface SnakepitRemote extends Remote, Closing {
  /** Returns the registrations of the worker, unchanged. `toolpress import` uses them. */
  registrations(): Promise<readonly Registration[]>;
  /** Runs a tool in a session. The option `session` does not apply. */
  callIn(session: string, name: string, args: Arguments, call: CallContext): Promise<unknown>;
}

type Arguments = Readonly<Record<string, unknown>>;

interface Running {
  readonly bridge: Bridge;
  readonly host: SnakepitHost;
  readonly worker: SnakepitWorker;
}

/**
 * The name of a tool that does not exist. A worker registers its tools on the first call of a session, even
 * if the call fails.
 */
const discovery = "__discover__";

/**
 * The gRPC status of a lost connection. A call with this status fails with the error about the end of the
 * process, which is more precise.
 */
const unavailable = 14;

/**
 * Connects to the tools of a snakepit worker. This process is the host of the worker. Requires
 * `@grpc/grpc-js` and `@grpc/proto-loader`.
 */
export function snakepitRemote(options: SnakepitOptions): SnakepitRemote {
  const sessions = new Set<string>();
  const sessionOf = sessionsOf(options);
  let running: Promise<Running> | undefined;
  let closed = false;

  const ensureRunning = async (previous: Promise<Running> | undefined): Promise<Running> => {
    const current = await previous?.catch(() => undefined);
    if (current?.worker.alive === true) return current;
    current?.host.close();
    if (closed) throw new Error("the remote was closed");
    return launch(options, sessions);
  };
  // Concurrent calls share one start of the worker.
  const start = (): Promise<Running> => (running = ensureRunning(running));
  const registrations = async (): Promise<readonly Registration[]> => {
    const current = await start();
    const { host } = current;
    if (host.registered().length === 0) {
      const request = { session_id: host.discoverySession, tool_name: discovery, parameters: {} };
      await execute(current, request).catch(() => undefined);
    }
    return host.registered().filter(({ name }) => name !== "execute_tool");
  };
  const list = async (): Promise<readonly RemoteTool[]> => (await registrations()).map(remoteTool);
  const callIn = async (
    session: string,
    name: string,
    args: Arguments,
    call: CallContext,
  ): Promise<unknown> => {
    // A worker would run any attribute of its adapter, so only registered tools are called.
    const tool = (await registrations()).find((candidate) => candidate.name === name);
    if (tool === undefined) throw new Error(`the snakepit worker has not registered ${JSON.stringify(name)}`);
    sessions.add(session);
    const request = requestOf(tool, session, args, call);
    const current = await start();
    call.signal.throwIfAborted();
    const release = current.worker.idle.hold();
    const answer = tool.supports_streaming
      ? stream(current, request, call)
      : execute(current, request, call).then(resultOf);
    return answer.finally(release);
  };
  return closing({
    registrations,
    list,
    callIn,
    async call(name, args, call, signature) {
      const diff = signature === undefined ? [] : driftOf(name, signature, await list());
      if (diff.length > 0) throw new RemoteDrift(options.adapter, diff);
      return callIn(sessionOf(call), name, args, call);
    },
    async close() {
      closed = true;
      const current = await running?.catch(() => undefined);
      current?.worker.kill();
      current?.host.close();
    },
  });
}

function requestOf(
  tool: Registration,
  session: string,
  args: Arguments,
  { idempotencyKey }: CallContext,
): ExecuteRequest {
  const metadata = { idempotency_key: idempotencyKey };
  return { session_id: session, tool_name: tool.name, ...parametersOf(tool, args), metadata };
}

const commonSession = "toolpress";

/**
 * Returns the function that chooses the session of a call. The returned function warns if different users
 * share the default session, because tests with one user do not show this mistake.
 */
function sessionsOf({ session, onWarning = console.warn }: SnakepitOptions): (call: CallContext) => string {
  if (typeof session === "function") return session;
  if (session !== undefined) return () => session;
  const contexts = new Set<string>();
  return ({ context }) => {
    if (contexts.size < 2 && context !== undefined) {
      contexts.add(describeContext(context));
      if (contexts.size === 2)
        onWarning(
          `snakepit: calls of different contexts share the session "${commonSession}", and what the adapter keeps in it. ` +
            "Give each user a session: snakepitRemote({ session: (call) => … })",
        );
    }
    return commonSession;
  };
}

function describeContext(context: unknown): string {
  try {
    return JSON.stringify(context) ?? String(context);
  } catch {
    return String(context);
  }
}

async function launch(options: SnakepitOptions, sessions: ReadonlySet<string>): Promise<Running> {
  const bridge = await loadBridge();
  const host = await startHost(bridge, sessions);
  try {
    const worker = await startWorker(
      {
        command: options.command,
        adapter: options.adapter,
        env: workerEnvironment(options),
        cwd: options.cwd,
        startTimeoutMs: options.startTimeoutMs ?? 30_000,
        onStderr: options.onStderr ?? (() => undefined),
      },
      host.address,
      bridge,
    );
    return { bridge, host, worker };
  } catch (error) {
    host.close();
    throw error;
  }
}

function execute({ worker }: Running, request: ExecuteRequest, call?: CallContext): Promise<ExecuteResponse> {
  const response = new Promise<ExecuteResponse>((resolve, reject) => {
    const running = worker.client.ExecuteTool(request, {}, (error, response) => {
      if (error?.code === unavailable) worker.kill();
      else if (error === null && response !== undefined) resolve(response);
      else reject(error ?? new Error("no response"));
    });
    call?.signal.addEventListener("abort", () => running.cancel(), { once: true });
  });
  return Promise.race([response, worker.ended]);
}

/**
 * Runs a streaming tool. Each chunk is reported as progress. The result is the list of all chunks, even if
 * there is only one chunk.
 */
async function stream({ worker }: Running, request: ExecuteRequest, call: CallContext): Promise<unknown> {
  const chunks = worker.client.ExecuteStreamingTool({ ...request, stream: true });
  call.signal.addEventListener("abort", () => chunks.cancel(), { once: true });
  const values: unknown[] = [];
  const read = async (): Promise<unknown> => {
    for await (const chunk of chunks as AsyncIterable<{ data: Uint8Array }>) {
      if (chunk.data.length === 0) continue;
      const value = decodeAny({ value: chunk.data });
      values.push(value);
      call.progress(value);
    }
    return values;
  };
  const onLostConnection = (error: { readonly code?: number }): Promise<never> => {
    if (error.code !== unavailable) throw error;
    worker.kill();
    return worker.ended;
  };
  return Promise.race([read().catch(onLostConnection), worker.ended]);
}

function resultOf(response: ExecuteResponse): unknown {
  if (response.success && response.result === null && response.binary_result.length > 0)
    return Buffer.from(response.binary_result).toString("base64");
  if (response.success) return response.result === null ? null : decodeAny(response.result);
  throw failureOf(response.error_message);
}

/**
 * Converts the error text of a worker. The worker sends exceptions as JSON with their stack. Only the message
 * of a ToolError is for the model.
 */
function failureOf(text: string): Error {
  let details: { type?: unknown; message?: unknown; traceback?: unknown; stacktrace?: unknown } = {};
  try {
    details = JSON.parse(text) as typeof details;
  } catch {
    // Older workers send plain text instead of JSON.
  }
  const message = String(details.message ?? text);
  if (details.type === "ToolError") return new ToolError("TOOL_FAILED", message);
  const traceback = details.traceback ?? details.stacktrace;
  return new Error(details.type === undefined ? message : `${String(details.type)}: ${message}`, {
    ...(traceback !== undefined && { cause: traceback }),
  });
}

/**
 * Describes a registered tool. The schema is only precise enough to detect changes of the tool. `toolpress
 * import` reads registrations as a dialect of its own.
 */
function remoteTool({ name, description, parameters }: Registration): RemoteTool {
  const declared = parameters.filter((parameter) => !isVariadic(parameter));
  return {
    name,
    description,
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(
        declared.map(({ name: parameter, type }) => [parameter, { type: type === "" ? "any" : type }]),
      ),
      required: declared.filter(({ required }) => required).map(({ name: parameter }) => parameter),
    },
  };
}
