import { createBodyWriter } from "../base/body-writer.js";
import { fixedError, refused } from "../base/answer.js";
import { isRunError, wordsOf, type ErrorInfo } from "../errors.js";
import type { Emit } from "../events.js";
import type { ExecuteOptions, PolicyCall, Verdict } from "../call/execute-call.js";
import type { ModelOutcome, ModelEffect, ToolOutcome, ToolEffect } from "../host.js";
import { createSchedule } from "../base/limiter.js";
import { createOrderedLoader } from "../base/load-checks.js";
import type { Model, ModelCall, Retry } from "../model.js";
import { race } from "../base/race.js";
import type { Toolset, WithContext } from "../tool.js";
import type { GenerateContentResponse } from "../wire.js";

export interface EffectOptions<Context = unknown> extends Omit<
  ExecuteOptions<Context>,
  "onError" | "onResultMismatch"
> {
  /** The tools that the model may call, from a generated `create…` function. */
  readonly tools: Toolset<Context>;
  /** Where requests go, such as `gemini({ model, apiKey })`. */
  readonly model: Model;
  /** Tools that run at the same time: 8. */
  readonly concurrency?: number;
  /** For a request and the tools of its answer together, without the time that people take to decide; only for effects that serve one run in one process. */
  readonly turnTimeoutMs?: number;
  /** Asks for streams and emits their deltas. */
  readonly streaming?: boolean;
  readonly emit?: Emit;
  readonly now?: () => number;
}

/** What a run does to the world: the two things a host calls. They answer with data and never reject. */
export interface Effects {
  model(step: ModelEffect): Promise<ModelOutcome>;
  tool(step: ToolEffect): Promise<ToolOutcome>;
}

export function createEffects<Context>(options: WithContext<Context, EffectOptions<Context>>): Effects {
  const { emit = () => {}, now = Date.now, signal, approve } = options;
  const schedule = createSchedule(options.concurrency ?? 8);
  const turnTimeoutMs = options.turnTimeoutMs ?? Infinity;
  let turnEnds = now() + turnTimeoutMs;
  const encode = createBodyWriter();
  const loadInOrder = createOrderedLoader();
  const timeLeft = (): number => turnEnds - now();
  /** People may take any time: a turn has as much left after they were asked as before, for calls behind this one as well. */
  const askPeople = async (call: PolicyCall<Context>): Promise<Verdict> => {
    const left = timeLeft();
    try {
      return (await approve?.(call)) as Verdict;
    } finally {
      turnEnds = Math.max(turnEnds, now() + left);
    }
  };
  const patient = approve ? { ...options, approve: askPeople } : options;

  return {
    async model(step) {
      const began = now();
      // What runs tools is loaded while the model thinks.
      loadExecution().catch(() => {});
      if (step.attempt === 0) turnEnds = began + turnTimeoutMs;
      const onRetry = (retry: Retry): void => emit(step.turn, { type: "retry", ...retry, discard: false });
      const ask = (own: AbortSignal): Promise<GenerateContentResponse> =>
        request(options, step, { signal: own, encode, leftMs: timeLeft, onRetry, model: step.model }, emit);
      const ended = await race(ask, turnEnds - began, signal).then(
        (raced) => (raced.ok ? raced : { ok: false as const, error: STOPPED[raced.stopped] }),
        (error: unknown) => ({ ok: false as const, error: describe(error) }),
      );
      const ms = now() - began;
      return ended.ok ? { ok: true, response: ended.value, ms } : { ...ended, ms };
    },

    tool(step) {
      const entry = options.tools.tools.get(step.tool)?.entry;
      const { serial = false } = entry?.policy ?? {};
      const checks = entry && loadInOrder(entry);
      // People took their time to decide.
      if (step.decision) turnEnds = now() + turnTimeoutMs;
      return schedule(serial, async () => {
        const { index, callId, tool } = step;
        const execution = await loadExecution().catch((error: unknown) =>
          emit(step.turn, { type: "tool_error", index, callId, tool, error }),
        );
        return execution
          ? execution.runTool(patient, step, { emit, now, timeLeft, checks })
          : refused(fixedError("TOOL_FAILED"));
      });
    },
  };
}

const execution = () => import("../call/run-tool.js");
let loaded: ReturnType<typeof execution> | undefined;

/** Remembered, since some loaders take long to find even a module that they have; but a failure is tried again. */
function loadExecution(): ReturnType<typeof execution> {
  return (loaded ??= execution().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  }));
}

const STOPPED: Record<"TIMEOUT" | "CANCELLED", ErrorInfo> = {
  TIMEOUT: { kind: "timeout", message: "the turn took too long" },
  CANCELLED: { kind: "aborted", message: "the run was aborted" },
};

async function request<Context>(
  { model, streaming }: EffectOptions<Context>,
  step: ModelEffect,
  call: ModelCall,
  emit: Emit,
): Promise<GenerateContentResponse> {
  if (!streaming) return model.generate(step.request, call);
  const { streamAnswer } = await import("../gemini/merge-stream.js");
  return streamAnswer(model, step.request, call, (delta) => emit(step.turn, delta));
}

function describe(error: unknown): ErrorInfo {
  // What crosses the seam is plain JSON: fields without a value are none.
  if (isRunError(error)) return JSON.parse(JSON.stringify(error.info)) as ErrorInfo;
  return { kind: "network", message: wordsOf(error) };
}
