import type { ModelVisibleError } from "../errors.js";
import type { Emit } from "../events.js";
import type { ToolAnswer, ToolEffect } from "../host.js";
import { refusedOutcome } from "./answer.js";

/** The outcome of an effect whose tool cannot be found or loaded. Its call ends here, so the end is reported. */
export function refusedEffect(
  emit: Emit,
  { turn, index, callId, tool }: ToolEffect,
  error: ModelVisibleError,
): ToolAnswer {
  const outcome = refusedOutcome(error);
  const { ms, code, response } = outcome;
  emit(turn, { type: "tool_end", index, callId, tool, ok: false, ms, code, response: response.response });
  return outcome;
}
