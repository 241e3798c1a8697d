import { isRunError, RunError, type ErrorInfo } from "./errors.js";
import type { Emit } from "./events.js";
import { executeCall, type ExecuteOptions } from "./execute-call.js";
import { findTool } from "./find-tool.js";
import type { ModelOutcome, ModelStep, ToolOutcome, ToolStep } from "./host.js";
import { createLimiter } from "./limiter.js";
import { createMerger } from "./merge-stream.js";
import type { Model, ModelCall } from "./model.js";
import type { Toolset } from "./tool.js";
import type { GenerateContentResponse } from "./wire.js";

export interface EffectOptions<Context = unknown> extends Omit<ExecuteOptions<Context>, "onError"> {
  readonly tools: Toolset<Context>;
  readonly model: Model;
  /** Tools that run at the same time: 8. */
  readonly concurrency?: number;
  /** For a request and the tools of its answer together: 120,000. */
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
  const turnTimeoutMs = options.turnTimeoutMs ?? 120_000;
  let turnEnds = now() + turnTimeoutMs;
  const encoded = new WeakMap<object, string>();
  const encode = (value: object): string => {
    const text = encoded.get(value) ?? JSON.stringify(value);
    encoded.set(value, text);
    return text;
  };

  return {
    async model(step) {
      const began = now();
      if (step.attempt === 0) turnEnds = began + turnTimeoutMs;
      const own = new AbortController();
      const abort = (): void => own.abort(signal?.reason);
      const timer = setTimeout(() => own.abort(), Math.max(turnEnds - began, 0));
      signal?.addEventListener("abort", abort, { once: true });
      if (signal?.aborted) abort();
      const call: ModelCall = {
        signal: own.signal,
        encode,
        onRetry: (retry) => emit(step.turn, { type: "retry", ...retry, discard: false }),
        ...(step.model && { model: step.model }),
      };
      try {
        const response = await (options.streaming && options.model.stream
          ? collect(options.model.stream(step.request, call), step, emit)
          : answer(options.model.generate(step.request, call), step, options.streaming ? emit : undefined));
        checkEncodable(response, encode);
        return { ok: true, response, ms: now() - began };
      } catch (error) {
        return { ok: false, error: describe(error, own.signal, signal), ms: now() - began };
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
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
  if ("code" in found)
    return { response: { name: tool, response: { error: found } }, code: found.code, started: false, ms: 0 };
  const own = found.entry.policy.timeoutMs ?? options.toolTimeoutMs ?? 30_000;
  const outcome = await executeCall(
    options.tools,
    found,
    {
      ...step,
      timeoutMs: Math.max(Math.min(own, turnEnds - began), 0),
      onStart: () => emit(turn, { type: "tool_start", ...of }),
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

/** One answer out of a stream. */
async function collect(
  chunks: AsyncIterable<GenerateContentResponse>,
  step: ModelStep,
  emit: Emit,
): Promise<GenerateContentResponse> {
  const merger = createMerger((delta) => emit(step.turn, delta));
  for await (const chunk of chunks) merger.push(chunk);
  return merger.end();
}

/** A model that cannot stream gives its deltas at once. */
async function answer(
  response: Promise<GenerateContentResponse>,
  step: ModelStep,
  emit: Emit | undefined,
): Promise<GenerateContentResponse> {
  const whole = await response;
  if (emit) createMerger((delta) => emit(step.turn, delta)).push(whole);
  return whole;
}

/** Parsing knows no depth, encoding does: what could not be sent back is no answer. Otherwise the encoded text is needed anyway. */
function checkEncodable(response: GenerateContentResponse, encode: (value: object) => string): void {
  try {
    encode(response.candidates?.[0]?.content ?? {});
  } catch {
    const message = "the answer is nested too deeply to be sent back";
    throw new RunError({ kind: "protocol", code: "MALFORMED_FUNCTION_CALL", message });
  }
}

function describe(error: unknown, own: AbortSignal, signal: AbortSignal | undefined): ErrorInfo {
  if (signal?.aborted) return { kind: "aborted", message: "the run was aborted" };
  if (own.aborted) return { kind: "timeout", message: "the turn took too long" };
  if (isRunError(error)) return error.info;
  return { kind: "network", message: error instanceof Error ? error.message : String(error) };
}
