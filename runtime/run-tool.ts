import { refused } from "./answer.js";
import type { EffectOptions } from "./effects.js";
import type { Emit } from "./events.js";
import { executeCall } from "./execute-call.js";
import { findTool } from "./find-tool.js";
import type { ToolOutcome, ToolStep } from "./host.js";

/** Executes one step and tells listeners about it. */
export async function runTool<Context>(
  options: EffectOptions<Context>,
  step: ToolStep,
  emit: Emit,
  now: () => number,
  timeLeft: () => number,
): Promise<ToolOutcome> {
  const { turn, index, callId, tool } = step;
  const of = { index, callId, tool };
  const began = now();
  const found = findTool(options.tools, tool);
  // The loop asked for it, so it is gone since: another version of the program runs here.
  if ("code" in found) return refused(found);
  const outcome = await executeCall(
    options.tools,
    found,
    {
      ...step,
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
