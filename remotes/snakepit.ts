import { ToolError } from "../runtime/errors.js";
import type { CallContext, Remote, RemoteTool } from "../runtime/tool.js";
import { driftOf, RemoteDrift } from "./drift.js";
import { type EnvironmentOptions, workerEnvironment } from "./environment.js";
import { decodeAny, encodeAny } from "./snakepit/any-value.js";
import {
  type Bridge,
  type ExecuteRequest,
  type ExecuteResponse,
  loadBridge,
  type Registration,
} from "./snakepit/bridge.js";
import { type SnakepitHost, startHost } from "./snakepit/host.js";
import { type SnakepitWorker, startWorker } from "./snakepit/worker.js";

export { RemoteDrift, refuseDrift } from "./drift.js";
export type { Registration } from "./snakepit/bridge.js";

export interface SnakepitOptions extends EnvironmentOptions {
  /** The worker's program, e.g. `["python3", "/path/to/grpc_server.py"]`. */
  readonly command: readonly string[];
  /** `module.Class` of the adapter. */
  readonly adapter: string;
  /** The session that calls run in; the user's own where it returns one. */
  readonly session?: string | ((call: CallContext) => string);
  readonly cwd?: string;
  readonly startTimeoutMs?: number;
}

export interface SnakepitRemote extends Remote {
  /** What the worker registered, as it said it; for `toolpress import`. */
  registrations(): Promise<readonly Registration[]>;
}

interface Running {
  readonly bridge: Bridge;
  readonly host: SnakepitHost;
  readonly worker: SnakepitWorker;
}

/** Nothing is registered before the first call of a session, even of a tool that does not exist. */
const discovery = "__discover__";

/** gRPC's status of a connection that is gone. */
const unavailable = 14;

/** Tools of a snakepit worker, with this process as its host. Needs `@grpc/grpc-js` and `@grpc/proto-loader`. */
export function snakepitRemote(options: SnakepitOptions): SnakepitRemote {
  const sessions = new Set<string>();
  const fixed = typeof options.session === "string" ? options.session : "toolpress";
  let running: Promise<Running> | undefined;
  let closed = false;

  const revive = async (before: Promise<Running> | undefined): Promise<Running> => {
    const current = await before?.catch(() => undefined);
    if (current?.worker.alive === true) return current;
    current?.host.close();
    if (closed) throw new Error("the remote was closed");
    return launch(options, sessions);
  };
  // Calls that come together wait for one another, so that one of them starts the worker for all.
  const start = (): Promise<Running> => (running = revive(running));
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
  return {
    registrations,
    list,
    async call(name, args, call, signature) {
      const listed = await list();
      const diff = signature === undefined ? [] : driftOf(name, signature, listed);
      if (diff.length > 0) throw new RemoteDrift(options.adapter, diff);
      // The worker would run any attribute of its adapter; only what it registered is forwarded.
      const tool = (await registrations()).find((candidate) => candidate.name === name);
      if (tool === undefined)
        throw new Error(`the snakepit worker has not registered ${JSON.stringify(name)}`);
      const session_id = typeof options.session === "function" ? options.session(call) : fixed;
      sessions.add(session_id);
      const parameters = Object.fromEntries(
        Object.entries(args).map(([key, value]) => [key, encodeAny(value)]),
      );
      const request: ExecuteRequest = {
        session_id,
        tool_name: name,
        parameters,
        metadata: { idempotency_key: call.idempotencyKey },
      };
      const current = await start();
      call.signal.throwIfAborted();
      return tool.supports_streaming
        ? stream(current, request, call)
        : resultOf(await execute(current, request, call));
    },
    async close() {
      closed = true;
      const current = await running?.catch(() => undefined);
      current?.worker.kill();
      current?.host.close();
    },
  };
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
  const answered = new Promise<ExecuteResponse>((resolve, reject) => {
    const running = worker.client.ExecuteTool(request, {}, (error, response) => {
      // The connection breaks before the process is seen to end; either way the next call needs another worker.
      if (error?.code === unavailable) worker.kill();
      if (error === null && response !== undefined) resolve(response);
      else reject(error ?? new Error("no response"));
    });
    call?.signal.addEventListener("abort", () => running.cancel(), { once: true });
  });
  return Promise.race([answered, worker.ended]);
}

/** Chunks are progress; the last one that carries data is the result. */
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
    return values.length === 1 ? values[0] : values;
  };
  return Promise.race([read(), worker.ended]);
}

function resultOf(response: ExecuteResponse): unknown {
  if (response.success) return response.result === null ? null : decodeAny(response.result);
  throw failureOf(response.error_message);
}

/** The worker describes an exception as JSON with its stack; only a ToolError is meant for the model. */
function failureOf(text: string): Error {
  let type = "";
  let message = text;
  try {
    const described = JSON.parse(text) as { type?: unknown; message?: unknown };
    type = String(described.type ?? "");
    message = String(described.message ?? text);
  } catch {
    // Older workers send plain text.
  }
  return type === "ToolError" ? new ToolError("TOOL_FAILED", message) : new Error(message);
}

/** Enough of a schema to notice drift by; `toolpress import` reads registrations by their own dialect. */
function remoteTool({ name, description, parameters }: Registration): RemoteTool {
  const known = parameters.filter(
    ({ name: parameter, type }) => !(type === "any" && /^(args|kw|kwargs)$/.test(parameter)),
  );
  return {
    name,
    description,
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(
        known.map(({ name: parameter, type }) => [parameter, { type: type === "" ? "any" : type }]),
      ),
      required: known.filter(({ required }) => required).map(({ name: parameter }) => parameter),
    },
  };
}
