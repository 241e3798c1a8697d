import { findTool } from "../base/find-tool.js";
import { createSchedule } from "../base/limiter.js";
import type { IncomingCall } from "../base/response-to.js";
import { toJson } from "../base/to-json.js";
import { dispatch, type DispatchOptions } from "../call/dispatch.js";
import { createEmitter, type Listener } from "../events.js";
import type { OptionsFor, ToolPolicy, Toolset } from "../tool.js";
import type { FunctionDeclaration, FunctionResponse, Scheduling } from "../wire.js";

/** The member of `new GoogleGenAI(...)` that is used. */
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

/** The parts of a server message that are read. */
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
  /** For example `gemini-3.8-live`. Required. */
  readonly model: string;
  /** The configuration of the official client. Its tools are replaced, and its handle is kept up to date. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Called with every message of the service. */
  readonly onMessage?: (message: LiveMessage) => void;
  /** Called with `tool_call`, `tool_end` and `tool_progress` of every call. */
  readonly onEvent?: Listener;
  /** When the model reads the answers of non-blocking tools: for all tools, or by name. */
  readonly scheduling?: Scheduling | Readonly<Record<string, Scheduling>>;
  /**
   * The place of `scheduling`: beside `response`, as the types of the client have it, or inside, as some examples do.
   * @default "beside"
   */
  readonly schedulingPlace?: "beside" | "inside";
  /**
   * Tools that run at the same time.
   * @default 8
   */
  readonly concurrency?: number;
  /**
   * How many times a lost connection is opened again in a row.
   * @default 3
   */
  readonly reconnects?: number;
}

/** A session that answers the calls of its tools. */
export interface LiveSession {
  sendClientContent(content: object): void;
  sendRealtimeInput(input: object): void;
  /** The handle with which another process can resume the session. */
  readonly handle: string | undefined;
  /** Aborts the running tools and closes the connection. */
  close(): void;
  /** Resolves when the session is over. */
  readonly closed: Promise<void>;
}

/**
 * Whether a model runs a tool in the background. A model may accept only one behavior, so the policy of the tool is a wish. The same
 * function decides how calls are declared and how they are answered.
 */
export function isNonBlocking(model: string, { nonBlocking = false }: ToolPolicy): boolean {
  if (model.includes("extended-thinking")) return true;
  return nonBlocking && !model.includes("3.1-flash-live");
}

/** The declarations of a set for a Live model, each with its behavior, whose default differs between models. */
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
  const driver = createDriver(client, tools as Toolset, options as LiveSessionOptions);
  await driver.open();
  return driver.session;
}

interface Driver {
  readonly session: LiveSession;
  open(): Promise<void>;
}

function createDriver(client: LiveClientLike, tools: Toolset, options: LiveSessionOptions): Driver {
  const { model, config = {}, reconnects = 3 } = options;
  let connection: LiveConnection | undefined;
  let handle = (config.sessionResumption as { handle?: string } | undefined)?.handle;
  let isOver = false;
  let failures = 0;
  /** Set while the service demands a new connection and tools still run. */
  let leaves = false;
  let end = (): void => {};
  const closed = new Promise<void>((resolve) => (end = resolve));
  const calls = createCalls(tools, options, {
    send: (functionResponses) => connection?.sendToolResponse({ functionResponses } as never),
    onIdle: () => void (leaves && reconnect()),
  });

  const finish = (): void => {
    isOver = true;
    calls.cancelAll();
    end();
  };

  const receive = (from: symbol) => (message: LiveMessage) => {
    if (from !== current) return;
    failures = 0;
    options.onMessage?.(message);
    const { toolCall, toolCallCancellation, sessionResumptionUpdate: update, goAway } = message;
    if (update?.newHandle && update.resumable !== false) handle = update.newHandle;
    calls.cancel(toolCallCancellation?.ids ?? []);
    if (toolCall?.functionCalls?.length) calls.start(toolCall.functionCalls);
    if (goAway) {
      leaves = true;
      if (calls.running() === 0) void reconnect();
    }
  };

  let current: symbol | undefined;
  const open = async (): Promise<void> => {
    const own = (current = Symbol("connection"));
    const parameters = {
      model,
      config: {
        ...config,
        tools: [{ functionDeclarations: liveDeclarations(tools, model) }, ...tools.builtins],
        sessionResumption: { ...(config.sessionResumption as object), ...(handle && { handle }) },
      },
      callbacks: {
        onmessage: receive(own),
        onclose: () => void (own === current && !isOver && reconnect()),
      },
    };
    connection = await client.live.connect(parameters as never);
  };

  const reconnect = async (): Promise<void> => {
    leaves = false;
    const old = connection;
    // Events of the old connection are ignored from here on.
    current = undefined;
    if (handle === undefined || failures++ >= reconnects) {
      old?.close();
      return finish();
    }
    old?.close();
    await open().catch(() => reconnect());
  };

  const session: LiveSession = {
    sendClientContent: (content) => connection?.sendClientContent(content as never),
    sendRealtimeInput: (input) => connection?.sendRealtimeInput(input as never),
    get handle() {
      return handle;
    },
    close() {
      if (isOver) return;
      finish();
      connection?.close();
    },
    closed,
  };
  return { session, open: () => open() };
}

interface Calls {
  start(calls: readonly IncomingCall[]): void;
  cancel(ids: readonly string[]): void;
  cancelAll(): void;
  running(): number;
}

interface CallSink {
  readonly send: (responses: readonly FunctionResponse[]) => void;
  readonly onIdle: () => void;
}

/** Runs the calls of a session. Each call has one owner: it is answered or cancelled, never both. */
function createCalls(tools: Toolset, options: LiveSessionOptions, sink: CallSink): Calls {
  const { model, onEvent, concurrency = 8 } = options;
  const schedule = createSchedule(concurrency);
  const emit = createEmitter("live", onEvent ? [onEvent] : []);
  const running = new Map<string, AbortController>();
  let messages = 0;

  const answer = async (call: IncomingCall, turn: number, index: number): Promise<FunctionResponse[]> => {
    const callId = call.id ?? `call_${turn}_${index}`;
    const tool = call.name ?? "";
    const fields = { index, callId, tool };
    const controller = new AbortController();
    running.set(callId, controller);
    emit(turn, { type: "tool_call", ...fields, args: call.args ?? {} });
    const found = findTool(tools, call.name);
    const policy = found.ok ? found.tool.entry.policy : {};
    const isFree = isNonBlocking(model, policy);
    const isCancelled = (): boolean => running.get(callId) !== controller;
    const onProgress = (value: unknown): void => {
      emit(turn, { type: "tool_progress", ...fields, value });
      const { json } = toJson(value);
      const partial = { id: callId, name: tool, response: { [options.resultKey ?? "result"]: json } };
      if (isFree && !isCancelled()) sink.send([{ ...partial, willContinue: true } as FunctionResponse]);
    };
    const startedAt = performance.now();
    const response = await schedule(policy.serial ?? false, () =>
      dispatch(tools, call, { ...options, signal: controller.signal, turn, onProgress }),
    );
    const wasCancelled = isCancelled();
    const { code } = (response.response.error ?? {}) as { readonly code?: string };
    const end = wasCancelled ? "CANCELLED" : code;
    const ms = Math.round(performance.now() - startedAt);
    emit(turn, {
      type: "tool_end",
      ...fields,
      ok: end === undefined,
      ms,
      code: end,
      response: response.response,
    });
    if (wasCancelled) return [];
    running.delete(callId);
    return [isFree ? scheduled(response, options) : response];
  };

  return {
    start(incoming) {
      const turn = messages++;
      const isFree = ({ name }: IncomingCall): boolean => {
        const found = findTool(tools, name);
        return found.ok && isNonBlocking(model, found.tool.entry.policy);
      };
      const answers = incoming.map((call, index) => ({ call, answered: answer(call, turn, index) }));
      const send = (responses: readonly FunctionResponse[]): void => {
        if (responses.length > 0) sink.send(responses);
        if (running.size === 0) sink.onIdle();
      };
      // The model waits for all blocking calls of a message, and for no other.
      const blocking = answers.filter(({ call }) => !isFree(call)).map(({ answered }) => answered);
      if (blocking.length > 0) void Promise.all(blocking).then((responses) => send(responses.flat()));
      for (const { call, answered } of answers) if (isFree(call)) void answered.then(send);
    },
    cancel(ids) {
      for (const id of ids) {
        running.get(id)?.abort("cancelled by the service");
        running.delete(id);
      }
    },
    cancelAll() {
      for (const controller of running.values()) controller.abort("the session is over");
      running.clear();
    },
    running: () => running.size,
  };
}

/** Adds the scheduling of a non-blocking tool. A model with extended thinking accepts none. */
function scheduled(response: FunctionResponse, options: LiveSessionOptions): FunctionResponse {
  const { scheduling, schedulingPlace, model } = options;
  const own = typeof scheduling === "object" ? scheduling[response.name] : scheduling;
  const chosen = response.scheduling ?? own;
  if (chosen === undefined || model.includes("extended-thinking")) return response;
  return schedulingPlace === "inside"
    ? { ...response, response: { ...response.response, scheduling: chosen } }
    : { ...response, scheduling: chosen as never };
}
