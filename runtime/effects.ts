import { createBodyWriter } from "./body-writer.js";
import { fixedError } from "./answer.js";
import { isRunError, wordsOf, type ErrorInfo } from "./errors.js";
import type { Emit } from "./events.js";
import type { ExecuteOptions } from "./execute-call.js";
import { findTool, refused } from "./find-tool.js";
import type { ModelOutcome, ModelStep, ToolOutcome, ToolStep } from "./host.js";
import { createSchedule } from "./limiter.js";
import type { Model, ModelCall, Retry } from "./model.js";
import { race } from "./race.js";
import type { Toolset } from "./tool.js";
import type { GenerateContentResponse } from "./wire.js";

export interface EffectOptions<Context = unknown> extends Omit<ExecuteOptions<Context>, "onError"> {
  readonly tools: Toolset<Context>;
  readonly model: Model;
  /** Tools that run at the same time: 8. */
  readonly concurrency?: number;
  /** For a request and the tools of its answer together; only for effects that serve one run in one process. */
  readonly turnTimeoutMs?: number;
  /** Asks for streams and emits their deltas. */
  readonly streaming?: boolean;
  readonly emit?: Emit;
  readonly now?: () => number;
}

/** What a run does to the world: the two things a host calls. They answer with data and never reject. */
export interface Effects {
  model(step: ModelStep): Promise<ModelOutcome>;
  tool(step: ToolStep): Promise<ToolOutcome>;
}

export function createEffects<Context>(options: EffectOptions<Context>): Effects {
  const { emit = () => {}, now = Date.now, signal } = options;
  const schedule = createSchedule(options.concurrency ?? 8);
  const turnTimeoutMs = options.turnTimeoutMs ?? Infinity;
  let turnEnds = now() + turnTimeoutMs;
  const encode = createBodyWriter();

  return {
    async model(step) {
      const began = now();
      // What runs tools is loaded while the model thinks.
      loadExecution().catch(() => {});
      if (step.attempt === 0) turnEnds = began + turnTimeoutMs;
      const onRetry = (retry: Retry): void => emit(step.turn, { type: "retry", ...retry, discard: false });
      const leftMs = (): number => turnEnds - now();
      const ask = (own: AbortSignal): Promise<GenerateContentResponse> =>
        request(options, step, { signal: own, encode, leftMs, onRetry, model: step.model }, emit);
      const ended = await race(ask, turnEnds - began, signal).catch(describe);
      const ms = now() - began;
      if ("value" in ended) return { ok: true, response: ended.value, ms };
      return { ok: false, error: "stopped" in ended ? STOPPED[ended.stopped] : ended, ms };
    },

    tool(step) {
      const { serial = false } = options.tools.tools.get(step.tool)?.entry.policy ?? {};
      return schedule(serial, () => runTool(options, step, emit, now, turnEnds));
    },
  };
}

const execution = () => import("./execute-call.js");
let loaded: ReturnType<typeof execution> | undefined;

/** Remembered, since some loaders take long to find even a module that they have; but a failure is tried again. */
function loadExecution(): ReturnType<typeof execution> {
  return (loaded ??= execution().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  }));
}

async function runTool<Context>(
  options: EffectOptions<Context>,
  step: ToolStep,
  emit: Emit,
  now: () => number,
  turnEnds: number,
): Promise<ToolOutcome> {
  const { turn, index, callId, tool } = step;
  const of = { index, callId, tool };
  const began = now();
  const found = findTool(options.tools, tool);
  // The loop asked for it, so it is gone since: another version of the program runs here.
  if ("code" in found) return refused(found);
  const own = found.entry.policy.timeoutMs ?? options.toolTimeoutMs ?? 30_000;
  const onError = (error: unknown): void => emit(turn, { type: "tool_error", ...of, error });
  const execution = await loadExecution().catch(onError);
  if (!execution) return refused(fixedError("TOOL_FAILED"));
  const outcome = await execution.executeCall(
    options.tools,
    found,
    {
      ...step,
      // A timer may fire a millisecond early.
      timeoutMs: Math.min(own, turnEnds - began - 1),
      onStart: (notes) => emit(turn, { type: "tool_start", ...of, notes }),
      onProgress: (value) => emit(turn, { type: "tool_progress", ...of, value }),
    },
    { ...options, onError },
  );
  const ms = now() - began;
  if ("response" in outcome) {
    const { code, response } = outcome;
    emit(turn, { type: "tool_end", ...of, ok: code === undefined, ms, code, response: response.response });
  }
  return { ...outcome, ms };
}

const STOPPED: Record<"TIMEOUT" | "CANCELLED", ErrorInfo> = {
  TIMEOUT: { kind: "timeout", message: "the turn took too long" },
  CANCELLED: { kind: "aborted", message: "the run was aborted" },
};

async function request<Context>(
  { model, streaming }: EffectOptions<Context>,
  step: ModelStep,
  call: ModelCall,
  emit: Emit,
): Promise<GenerateContentResponse> {
  if (!streaming) return model.generate(step.request, call);
  const { streamAnswer } = await import("./merge-stream.js");
  return streamAnswer(model, step.request, call, (delta) => emit(step.turn, delta));
}

function describe(error: unknown): ErrorInfo {
  // What crosses the seam is plain JSON: fields without a value are none.
  if (isRunError(error)) return JSON.parse(JSON.stringify(error.info)) as ErrorInfo;
  return { kind: "network", message: wordsOf(error) };
}
