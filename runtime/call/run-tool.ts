import { refused } from "../base/answer.js";
import type { EffectOptions } from "../start/effects.js";
import type { Emit } from "../events.js";
import { executeCall } from "./execute-call.js";
import { findTool } from "../base/find-tool.js";
import type { ToolOutcome, ToolEffect } from "../host.js";
import type { ToolChecks } from "../tool.js";

/** What a step has from the effects that it belongs to. */
export interface StepSurroundings {
  readonly emit: Emit;
  readonly now: () => number;
  readonly timeLeft: () => number;
  /** The checks of the tool, once those of the calls before this one are there. */
  readonly checks: Promise<ToolChecks> | undefined;
}

/** Executes one step and emits its events. */
export async function runTool<Context>(
  options: EffectOptions<Context>,
  step: ToolEffect,
  { emit, now, timeLeft, checks }: StepSurroundings,
): Promise<ToolOutcome> {
  const { turn, index, callId, tool } = step;
  const of = { index, callId, tool };
  const began = now();
  const found = findTool(options.tools, tool);
  // The loop asked for it, so it is gone since: another version of the program runs here.
  if (!found.ok) return refused(found.error);
  const outcome = await executeCall(
    options.tools,
    found.tool,
    {
      ...step,
      ...(checks && { checks }),
      // A timer may fire a millisecond early.
      timeLeft: () => timeLeft() - 1,
      onStart: (notes) => emit(turn, { type: "tool_start", ...of, notes }),
      onProgress: (value) => emit(turn, { type: "tool_progress", ...of, value }),
    },
    {
      ...options,
      onError: (error) => emit(turn, { type: "tool_error", ...of, error }),
      onResultMismatch: (issues) => emit(turn, { type: "result_mismatch", ...of, issues }),
    },
  );
  const ms = now() - began;
  if ("response" in outcome) {
    const { code, response } = outcome;
    emit(turn, { type: "tool_end", ...of, ok: code === undefined, ms, code, response: response.response });
  }
  return { ...outcome, ms };
}
