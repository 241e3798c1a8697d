import { unreportedRefusal } from "../base/answer.js";
import type { EffectOptions } from "../start/effects.js";
import { ATTEMPT_ENDED } from "../base/loop-options.js";
import type { Emit } from "../events.js";
import { executeCall } from "./execute-call.js";
import { findTool } from "../base/find-tool.js";
import type { ToolOutcome, ToolEffect } from "../host.js";
import type { ToolChecks } from "../tool.js";

/** The values that an effect gets from `createEffects`. */
export interface EffectContext {
  readonly emit: Emit;
  readonly now: () => number;
  readonly timeLeft: () => number;
  /** The time of `now` at which the effect must have ended. */
  readonly deadline: number;
  /** The checks of the tool. The checks of earlier calls in the turn load first. */
  readonly checks: Promise<ToolChecks> | undefined;
}

/** Executes one tool effect and emits its events. */
export async function runTool<Context>(
  options: EffectOptions<Context>,
  effect: ToolEffect,
  { emit: report, now, timeLeft, deadline, checks }: EffectContext,
): Promise<ToolOutcome> {
  const { turn, index, callId, tool } = effect;
  // After the end of an attempt, no events are emitted: the next attempt executes the call again and emits
  // the events.
  const emit: Emit = (...event) => options.signal?.reason === ATTEMPT_ENDED || report(...event);
  const callFields = { index, callId, tool };
  const startedAt = now();
  const found = findTool(options.tools, tool);
  // The loop found this tool. If this process has no such tool, it runs another version of the program.
  if (!found.ok) return unreportedRefusal(found.error);
  const outcome = await executeCall(
    options.tools,
    found.tool,
    {
      ...effect,
      ...(effect.timeoutMs !== undefined && { timeoutMs: Math.max(deadline - startedAt, 0) }),
      ...(checks && { checks }),
      // One millisecond is subtracted, because timers can fire a millisecond early.
      timeLeft: () => Math.min(timeLeft(), deadline - now()) - 1,
      onStart: (notes) => emit(turn, { type: "tool_start", ...callFields, notes }),
      onProgress: (value) => emit(turn, { type: "tool_progress", ...callFields, value }),
    },
    {
      ...options,
      onError: (error) => emit(turn, { type: "tool_error", ...callFields, error }),
      onResultMismatch: (issues) => emit(turn, { type: "result_mismatch", ...callFields, issues }),
    },
  );
  const ms = now() - startedAt;
  if ("response" in outcome) {
    const { code, response } = outcome;
    emit(turn, {
      type: "tool_end",
      ...callFields,
      ok: code === undefined,
      ms,
      code,
      response: response.response,
    });
  }
  return { ...outcome, ms };
}
