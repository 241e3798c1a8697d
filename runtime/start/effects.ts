import { createBodyWriter } from "../base/body-writer.js";
import { fixedError, unreportedRefusal } from "../base/answer.js";

import { isRunError, messageOf, type ErrorInfo } from "../errors.js";
import type { Emit } from "../events.js";
import type { ExecuteOptions, PolicyCall, Verdict } from "../call/call-options.js";
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
  /** The tools that the model may call. A generated `create…` function returns them. Required. */
  readonly tools: Toolset<Context>;
  /** The model service, such as `gemini({ model, apiKey })`. Required. */
  readonly model: Model;
  /**
   * The largest number of tools that run at the same time.
   * @default 8
   */
  readonly concurrency?: number;
  /**
   * Milliseconds for one turn: the request to the model and the tools that its answer calls. The time that
   * people take to decide does not count. The limit applies only if one process runs all effects of the run.
   * @default 120,000
   */
  readonly turnTimeoutMs?: number;
  /** `true` requests a streamed response and emits its deltas. */
  readonly streaming?: boolean;
  readonly emit?: Emit;
  readonly now?: () => number;
}

/**
 * The functions that execute the effects of a run. The host calls them. They return data and never reject.
 */
export interface Effects {
  model(effect: ModelEffect): Promise<ModelOutcome>;
  tool(effect: ToolEffect): Promise<ToolOutcome>;
}

export function createEffects<Context>(options: WithContext<Context, EffectOptions<Context>>): Effects {
  const { emit = () => {}, now = elapsed, signal, approve } = options;
  const schedule = createSchedule(options.concurrency ?? 8);
  const turnTimeoutMs = options.turnTimeoutMs ?? Infinity;
  let turnEnds = now() + turnTimeoutMs;
  const encode = createBodyWriter();
  const loadInOrder = createOrderedLoader();
  const timeLeft = (): number => turnEnds - now();
  /**
   * Calls `approve` and extends the turn by the time that a person took to decide. The extension also applies
   * to the calls that follow.
   */
  const approveUntimed = async (call: PolicyCall<Context>): Promise<Verdict> => {
    const remaining = timeLeft();
    try {
      return (await approve?.(call)) as Verdict;
    } finally {
      turnEnds = Math.max(turnEnds, now() + remaining);
    }
  };
  const executeOptions = approve ? { ...options, approve: approveUntimed } : options;

  return {
    async model(effect) {
      const startedAt = now();
      // The code that runs tools loads while the model works.
      loadExecution().catch(() => {});
      if (effect.attempt === 0) turnEnds = startedAt + turnTimeoutMs;
      const onRetry = (retry: Retry): void => emit(effect.turn, { type: "retry", ...retry, discard: false });
      const send = (requestSignal: AbortSignal): Promise<GenerateContentResponse> =>
        sendRequest(
          options,
          effect,
          { signal: requestSignal, encode, leftMs: timeLeft, onRetry, model: effect.model },
          emit,
        );
      const timeoutMs = Math.min(turnEnds - startedAt, effect.timeoutMs ?? Infinity);
      const raced = await race(send, timeoutMs, signal).then(
        (outcome) => (outcome.ok ? outcome : { ok: false as const, error: STOPPED[outcome.stopped] }),
        (error: unknown) => ({ ok: false as const, error: errorInfoOf(error) }),
      );
      const ms = now() - startedAt;
      return raced.ok ? { ok: true, response: raced.value, ms } : { ...raced, ms };
    },

    tool(effect) {
      const entry = options.tools.tools.get(effect.tool)?.entry;
      const { serial = false } = entry?.policy ?? {};
      const checks = entry && loadInOrder(entry);
      // The turn gets its complete time again, because people took time to decide.
      if (effect.decision) turnEnds = now() + turnTimeoutMs;
      // The limit of the effect includes the time in the queue: the deadline of a run does not wait for it.
      const deadline = now() + (effect.timeoutMs ?? Infinity);
      return schedule(serial, async () => {
        const { index, callId, tool } = effect;
        const execution = await loadExecution().catch((error: unknown) =>
          emit(effect.turn, { type: "tool_error", index, callId, tool, error }),
        );
        return execution
          ? execution.runTool(executeOptions, effect, { emit, now, timeLeft, deadline, checks })
          : unreportedRefusal(fixedError("TOOL_FAILED"));
      });
    },
  };
}

/**
 * Returns the milliseconds of a clock that never jumps. A correction of the system time must not end or
 * extend a turn.
 */
function elapsed(): number {
  return Math.round(performance.now());
}

const execution = () => import("../call/run-tool.js");
let loaded: ReturnType<typeof execution> | undefined;

/**
 * Loads the code that runs tools. The promise is cached, because some module loaders are slow even for a
 * loaded module. After a failed import, the next call imports again.
 */
function loadExecution(): ReturnType<typeof execution> {
  return (loaded ??= execution().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  }));
}

const STOPPED: Record<"TIMEOUT" | "CANCELLED", ErrorInfo> = {
  TIMEOUT: { kind: "timeout", message: "the turn timed out" },
  CANCELLED: { kind: "aborted", message: "the run was aborted" },
};

async function sendRequest<Context>(
  { model, streaming }: EffectOptions<Context>,
  effect: ModelEffect,
  call: ModelCall,
  emit: Emit,
): Promise<GenerateContentResponse> {
  if (!streaming) return model.generate(effect.request, call);
  const { streamResponse: streamAnswer } = await import("../gemini/merge-stream.js");
  return streamAnswer(model, effect.request, call, (delta) => emit(effect.turn, delta));
}

function errorInfoOf(error: unknown): ErrorInfo {
  // Removes undefined fields, because outcomes must be plain JSON.
  if (isRunError(error)) return JSON.parse(JSON.stringify(error.info)) as ErrorInfo;
  return { kind: "network", message: messageOf(error) };
}
