import { createBodyWriter } from "./body-writer.js";
import { isDeeper } from "./copy-json.js";
import { isRunError, RunError, type ErrorInfo } from "./errors.js";
import type { Emit } from "./events.js";
import type { ExecuteOptions } from "./execute-call.js";
import { findTool } from "./find-tool.js";
import type { ModelOutcome, ModelStep, ToolOutcome, ToolStep } from "./host.js";
import { createLimiter } from "./limiter.js";
import type { Model, ModelCall, Retry } from "./model.js";
import { refused } from "./plan-calls.js";
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
  const limit = createLimiter(options.concurrency ?? 8);
  let serial: Promise<unknown> = Promise.resolve();
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
      const ask = (own: AbortSignal): Promise<GenerateContentResponse> =>
        request(
          options,
          step,
          { signal: own, encode, onRetry, ...(step.model && { model: step.model }) },
          emit,
        );
      try {
        const ended = await race(ask, turnEnds - began, signal);
        const ms = now() - began;
        if ("value" in ended) return { ok: true, response: ended.value, ms };
        return { ok: false, error: STOPPED[ended.stopped], ms };
      } catch (error) {
        return { ok: false, error: describe(error), ms: now() - began };
      }
    },

    tool(step) {
      const run = (): Promise<ToolOutcome> => limit(() => runTool(options, step, emit, now, turnEnds));
      if (!options.tools.tools.get(step.tool)?.entry.policy.serial) return run();
      const mine = serial.then(run);
      serial = mine;
      return mine;
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
  const { executeCall } = await loadExecution();
  const outcome = await executeCall(
    options.tools,
    found,
    {
      ...step,
      timeoutMs: Math.max(Math.min(own, turnEnds - began), 0),
      onStart: (notes) => emit(turn, { type: "tool_start", ...of, ...(notes && { notes }) }),
      onProgress: (value) => emit(turn, { type: "tool_progress", ...of, value }),
    },
    { ...options, onError: (error) => emit(turn, { type: "tool_error", ...of, error }) },
  );
  const ms = now() - began;
  if ("response" in outcome) {
    const { code, response } = outcome;
    emit(turn, {
      type: "tool_end",
      ...of,
      ok: code === undefined,
      ms,
      ...(code && { code }),
      response: response.response,
    });
  }
  return { ...outcome, ms };
}

/** The service reads no request that nests deeper than a hundred levels. */
const MAX_CONTENT_DEPTH = 90;

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
  const response = streaming
    ? await (
        await import("./merge-stream.js")
      ).streamAnswer(model, step.request, call, (delta) => emit(step.turn, delta))
    : await model.generate(step.request, call);
  if (!isDeeper(response.candidates?.[0]?.content, MAX_CONTENT_DEPTH)) return response;
  const message = "the answer is nested too deeply to be sent back";
  throw new RunError({ kind: "protocol", code: "MALFORMED_FUNCTION_CALL", message });
}

function describe(error: unknown): ErrorInfo {
  if (isRunError(error)) return error.info;
  return { kind: "network", message: error instanceof Error ? error.message : String(error) };
}
