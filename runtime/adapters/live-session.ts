import type { IncomingCall } from "../base/response-to.js";
import type { DispatchOptions } from "../call/dispatch.js";
import type { Listener } from "../events.js";
import type { OptionsFor, Toolset } from "../tool.js";
import type { FunctionDeclaration, Scheduling } from "../wire.js";
import { createCalls, isNonBlocking, type LiveCalls } from "./live-calls.js";

export { isNonBlocking } from "./live-calls.js";

/** The member of `new GoogleGenAI(...)` that `liveSession` uses. */
export interface LiveClientLike {
  readonly live: { connect(parameters: never): Promise<LiveConnection> };
}

/** A session of the official client. */
export interface LiveConnection {
  sendToolResponse(response: never): void;
  sendClientContent(content: never): void;
  sendRealtimeInput(input: never): void;
  close(): void;
}

/** The fields of a server message that `liveSession` reads. */
export interface LiveMessage {
  readonly toolCall?: { readonly functionCalls?: readonly IncomingCall[] | undefined } | undefined;
  readonly toolCallCancellation?: { readonly ids?: readonly string[] | undefined } | undefined;
  readonly sessionResumptionUpdate?:
    | { readonly newHandle?: string | undefined; readonly resumable?: boolean | undefined }
    | undefined;
  readonly goAway?: { readonly timeLeft?: string | undefined } | undefined;
}

export interface LiveSessionOptions<Context = unknown> extends Omit<
  DispatchOptions<Context>,
  "onProgress" | "turn" | "signal"
> {
  /** The model, for example `gemini-3.8-live`. Required. */
  readonly model: string;
  /** The configuration of the official client. `liveSession` replaces `tools` and updates the handle in `sessionResumption`. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Called with every message of the service. */
  readonly onMessage?: (message: LiveMessage) => void;
  /** Called with `tool_call`, `tool_end` and `tool_progress` of every call. */
  readonly onEvent?: Listener;
  /** When the model reads the answers of non-blocking tools. A record sets the value by the name of the tool. */
  readonly scheduling?: Scheduling | Readonly<Record<string, Scheduling>>;
  /**
   * Where an answer contains `scheduling`: beside `response`, as in the types of the client, or inside of `response`, as in
   * some examples of Google.
   * @default "beside"
   */
  readonly schedulingPlace?: "beside" | "inside";
  /**
   * The largest number of tools that run at the same time.
   * @default 8
   */
  readonly concurrency?: number;
  /**
   * The number of attempts to open a lost connection again.
   * @default 3
   */
  readonly reconnects?: number;
}

/** A session of the Live API whose tool calls are answered. */
export interface LiveSession {
  sendClientContent(content: object): void;
  sendRealtimeInput(input: object): void;
  /** The latest handle. Another process can resume the session with this handle. */
  readonly handle: string | undefined;
  /** Aborts the running tools and closes the connection. */
  close(): void;
  /** Resolves when the session is over. */
  readonly closed: Promise<void>;
}

/** Returns the declarations of a set for a Live model. Each has a behavior, because the default differs between models. */
export function liveDeclarations(tools: Toolset<never>, model: string): FunctionDeclaration[] {
  return [...tools.tools.values()].map(({ entry }) => ({
    ...entry.declaration,
    behavior: isNonBlocking(model, entry.policy) ? "NON_BLOCKING" : "BLOCKING",
  }));
}

/**
 * Opens a session of the Live API through the official client and answers its tool calls. Calls of one message run at the same time.
 * A cancelled call is aborted, and its late answer is dropped. A connection that ends is opened again with the last handle.
 */
export async function liveSession<Context>(
  client: LiveClientLike,
  tools: Toolset<Context>,
  ...[options]: OptionsFor<Context, LiveSessionOptions<Context>>
): Promise<LiveSession> {
  if (!options?.model) throw new TypeError("liveSession() needs `model`");
  let end = (): void => {};
  const closed = new Promise<void>((resolve) => (end = resolve));
  const state = startState(client, tools as Toolset, options as LiveSessionOptions, end);
  await open(state);
  return {
    sendClientContent: (content) => state.connection?.sendClientContent(content as never),
    sendRealtimeInput: (input) => state.connection?.sendRealtimeInput(input as never),
    get handle() {
      return state.handle;
    },
    close() {
      if (state.isOver) return;
      finish(state);
      state.connection?.close();
    },
    closed,
  };
}

/** A session in progress. */
interface State {
  readonly client: LiveClientLike;
  readonly tools: Toolset;
  readonly options: LiveSessionOptions;
  readonly calls: LiveCalls;
  readonly end: () => void;
  connection?: LiveConnection | undefined;
  /** Identifies the current connection. Events of earlier connections are ignored. */
  current?: symbol | undefined;
  handle?: string | undefined;
  isOver: boolean;
  failures: number;
  /** Whether the service demands a new connection while tools still run. */
  leaves: boolean;
}

function startState(
  client: LiveClientLike,
  tools: Toolset,
  options: LiveSessionOptions,
  end: () => void,
): State {
  const state: State = {
    client,
    tools,
    options,
    end,
    calls: createCalls(tools, options, {
      send: (functionResponses) => state.connection?.sendToolResponse({ functionResponses } as never),
      onIdle: () => void (state.leaves && reconnect(state)),
    }),
    handle: (options.config?.sessionResumption as { handle?: string } | undefined)?.handle,
    isOver: false,
    failures: 0,
    leaves: false,
  };
  return state;
}

function finish(state: State): void {
  state.isOver = true;
  state.calls.cancelAll();
  state.end();
}

function receive(state: State, message: LiveMessage): void {
  state.failures = 0;
  state.options.onMessage?.(message);
  const { toolCall, toolCallCancellation, sessionResumptionUpdate: update, goAway } = message;
  if (update?.newHandle && update.resumable !== false) state.handle = update.newHandle;
  state.calls.cancel(toolCallCancellation?.ids ?? []);
  if (toolCall?.functionCalls?.length) state.calls.start(toolCall.functionCalls);
  if (!goAway) return;
  state.leaves = true;
  if (state.calls.running() === 0) void reconnect(state);
}

async function open(state: State): Promise<void> {
  const { client, tools, handle, options } = state;
  const { model, config = {} } = options;
  const own = (state.current = Symbol("connection"));
  const parameters = {
    model,
    config: {
      ...config,
      tools: [{ functionDeclarations: liveDeclarations(tools, model) }, ...tools.builtins],
      sessionResumption: { ...(config.sessionResumption as object), ...(handle && { handle }) },
    },
    callbacks: {
      onmessage: (message: LiveMessage) => {
        if (own === state.current) receive(state, message);
      },
      onclose: () => void (own === state.current && !state.isOver && reconnect(state)),
    },
  };
  state.connection = await client.live.connect(parameters as never);
}

/** Opens a new connection with the last handle. Without a handle the session is over. */
async function reconnect(state: State): Promise<void> {
  state.leaves = false;
  state.current = undefined;
  state.connection?.close();
  if (state.handle === undefined || state.failures++ >= (state.options.reconnects ?? 3)) return finish(state);
  await open(state).catch(() => reconnect(state));
}
