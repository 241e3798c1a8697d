import { fixedError } from "./answer.js";
import { isToolError, type ModelVisibleError } from "./errors.js";
import { foldSurrogates } from "./well-formed.js";

const MAX_MESSAGE = 4096;

/** What the model is told of what a handler threw: the words of a `ToolError`, and nothing of anything else. */
export function toModelVisible(error: unknown): ModelVisibleError {
  if (!isToolError(error)) return fixedError("TOOL_FAILED");
  return {
    code: foldSurrogates(error.code).slice(0, 64),
    message: foldSurrogates(error.message.slice(0, MAX_MESSAGE)),
    ...(typeof error.retryable === "boolean" && { retryable: error.retryable }),
  };
}
