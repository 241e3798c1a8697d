import { findTool } from "../base/find-tool.js";
import { createSchedule } from "../base/limiter.js";
import type { IncomingCall } from "../base/response-to.js";
import { toJson } from "../base/to-json.js";
import { dispatch, type DispatchOptions } from "../call/dispatch.js";
import { createEmitter, type Emit } from "../events.js";
import type { ToolPolicy, Toolset } from "../tool.js";
import type { FunctionResponse } from "../wire.js";
import type { LiveSessionOptions } from "./live-session.js";

/**
 * Returns whether a model continues while the tool runs. Some models accept only one behavior and ignore the policy of
 * the tool. The declaration and the answer of a call must agree, so both use this function.
 */
export function isNonBlocking(model: string, { nonBlocking = false }: ToolPolicy): boolean {
  if (model.includes("extended-thinking")) return true;
  return nonBlocking && !model.includes("3.1-flash-live");
}

/** The calls of one session. */
export interface LiveCalls {
  start(calls: readonly IncomingCall[]): void;
  cancel(ids: readonly string[]): void;
  cancelAll(): void;
  running(): number;
}

interface CallSink {
  readonly send: (responses: readonly FunctionResponse[]) => void;
  readonly onIdle: () => void;
}

/** A call whose handler has ended. Its answer is sent unless the service has cancelled the call. */
interface Ended {
  readonly callId: string;
  readonly controller: AbortController;
  readonly response: FunctionResponse;
}

/** The parts that the calls of one session share. */
interface Shared {
  readonly tools: Toolset;
  readonly options: LiveSessionOptions;
  readonly sink: CallSink;
  readonly emit: Emit;
  readonly schedule: ReturnType<typeof createSchedule>;
  /** The calls that are neither answered nor cancelled. */
  readonly running: Map<string, AbortController>;
}

/** Runs the calls of a session. A call is either answered or cancelled, never both. */
export function createCalls(tools: Toolset, options: LiveSessionOptions, sink: CallSink): LiveCalls {
  const { model, onEvent, concurrency = 8 } = options;
  const running = new Map<string, AbortController>();
  const emit = createEmitter("live", onEvent ? [onEvent] : []);
  const shared: Shared = { tools, options, sink, emit, running, schedule: createSchedule(concurrency) };
  let messages = 0;
  const isFree = ({ name }: IncomingCall): boolean => {
    const found = findTool(tools, name);
    return found.ok && isNonBlocking(model, found.tool.entry.policy);
  };
  const send = (ended: readonly Ended[]): void => {
    const open = ended.filter(({ callId, controller }) => running.get(callId) === controller);
    if (open.length > 0) sink.send(open.map(({ response }) => response));
    for (const { callId } of open) running.delete(callId);
    if (running.size === 0) sink.onIdle();
  };
  return {
    start(incoming) {
      const turn = messages++;
      const answers = incoming.map((call, index) => ({ call, ended: runCall(shared, call, turn, index) }));
      // The model waits for all blocking calls of a message. It does not wait for the other calls.
      const blocking = answers.filter(({ call }) => !isFree(call)).map(({ ended }) => ended);
      if (blocking.length > 0) void Promise.all(blocking).then(send);
      for (const { call, ended } of answers) if (isFree(call)) void ended.then((one) => send([one]));
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

async function runCall(shared: Shared, call: IncomingCall, turn: number, index: number): Promise<Ended> {
  const { tools, options, sink, emit, schedule, running } = shared;
  const callId = call.id ?? `call_${turn}_${index}`;
  const fields = { index, callId, tool: call.name ?? "" };
  const controller = new AbortController();
  running.set(callId, controller);
  emit(turn, { type: "tool_call", ...fields, args: call.args ?? {} });
  const found = findTool(tools, call.name);
  const policy = found.ok ? found.tool.entry.policy : {};
  const isFree = isNonBlocking(options.model, policy);
  const isCancelled = (): boolean => running.get(callId) !== controller;
  const onProgress = (value: unknown): void => {
    emit(turn, { type: "tool_progress", ...fields, value });
    const response = { [options.resultKey ?? "result"]: toJson(value).json };
    if (isFree && !isCancelled())
      sink.send([{ id: callId, name: fields.tool, response, willContinue: true } as FunctionResponse]);
  };
  const startedAt = performance.now();
  const answered = await schedule(policy.serial ?? false, () =>
    dispatch(tools, call, { ...callOptions(options), signal: controller.signal, turn, onProgress }),
  );
  const { code } = (answered.response.error ?? {}) as { readonly code?: string };
  const end = isCancelled() ? "CANCELLED" : code;
  const ms = Math.round(performance.now() - startedAt);
  emit(turn, { type: "tool_end", ...fields, ok: !end, ms, code: end, response: answered.response });
  return { callId, controller, response: isFree ? scheduled(answered, options) : answered };
}

/** The options of a session that every call has. `dispatch` refuses the others. */
function callOptions(options: LiveSessionOptions): DispatchOptions {
  const {
    model: _model,
    config: _config,
    onMessage: _onMessage,
    onEvent: _onEvent,
    scheduling: _scheduling,
    schedulingPlace: _place,
    concurrency: _concurrency,
    reconnects: _reconnects,
    ...rest
  } = options;
  return rest;
}

/** Adds the scheduling of a non-blocking tool. A model with extended thinking does not accept the field. */
function scheduled(response: FunctionResponse, options: LiveSessionOptions): FunctionResponse {
  const { scheduling, schedulingPlace, model } = options;
  const own = typeof scheduling === "object" ? scheduling[response.name] : scheduling;
  const chosen = response.scheduling ?? own;
  if (chosen === undefined || model.includes("extended-thinking")) return response;
  return schedulingPlace === "inside"
    ? { ...response, response: { ...response.response, scheduling: chosen } }
    : { ...response, scheduling: chosen as never };
}
