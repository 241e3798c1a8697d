import { isToolError, type ModelVisibleError } from "./errors.js";
import { foldSurrogates } from "./well-formed.js";

const MAX_MESSAGE = 4096;

/** A `ToolError` as the model sees it; undefined for anything else that a handler threw, of which the model sees nothing. */
export function toModelVisible(error: unknown): ModelVisibleError | undefined {
  if (!isToolError(error)) return undefined;
  return {
    code: foldSurrogates(error.code).slice(0, 64),
    message: foldSurrogates(error.message.slice(0, MAX_MESSAGE)),
    ...(typeof error.retryable === "boolean" && { retryable: error.retryable }),
  };
}
