import type { ErrorCode, ModelVisibleError } from "../errors.js";
import type { ToolAnswer } from "../host.js";
import type { FunctionResponse } from "../wire.js";

/** The answer to a call that failed. */
export function errorResponse(name: string, error: ModelVisibleError): FunctionResponse {
  return { name, response: { error } };
}

const MESSAGES = {
  TIMEOUT: "The tool took too long and was stopped.",
  CANCELLED: "The call was cancelled before it finished.",
  TOOL_FAILED: "The tool failed.",
  // Without this text, the model would repeat the call, although the handler has already ordered, paid or
  // deleted something.
  INVALID_RESULT:
    "The tool ran, but its result does not match its description and is not shown. Do not repeat the call for this reason.",
  RESULT_TOO_LARGE: "The tool ran, but its result is too large to show. To read it, ask for less.",
  UNSERIALIZABLE_RESULT:
    "The tool ran, but its result cannot be shown. Do not repeat the call for this reason.",
} as const satisfies Partial<Record<ErrorCode, string>>;

/** Returns an error with a fixed message. The message reveals no details of the tool. */
export function fixedError(code: keyof typeof MESSAGES): ModelVisibleError {
  return { code, message: MESSAGES[code] };
}

/** The outcome of a call that is not executed. */
export function refusedOutcome(error: ModelVisibleError): ToolAnswer {
  return { response: { name: "", response: { error } }, code: error.code, started: false, ms: 0 };
}

/**
 * The outcome of an effect whose tool cannot be found or loaded. `unreported` makes the loop emit the
 * `tool_end` event.
 */
export function unreportedRefusal(error: ModelVisibleError): ToolAnswer {
  return { ...refusedOutcome(error), unreported: true };
}
