import type { ModelVisibleError, ToolError } from "../errors.js";
import { foldSurrogates } from "../base/fold-surrogates.js";

const MAX_MESSAGE = 4096;

/**
 * Converts a `ToolError` into the error that the model reads. Returns undefined for any other error, because
 * the model must not read its details.
 */
export function toModelVisible(error: unknown): ModelVisibleError | undefined {
  try {
    if (!isToolError(error)) return undefined;
    return {
      code: foldSurrogates(error.code.slice(0, 64)),
      message: foldSurrogates(error.message.slice(0, MAX_MESSAGE)),
      ...(typeof error.retryable === "boolean" && { retryable: error.retryable }),
    };
  } catch {
    // Reading a property of the error can throw, because the error may be a proxy or have getters.
    return undefined;
  }
}

/**
 * Compares the name of the error instead of its class, because a project may contain two copies of this
 * package.
 */
export function isToolError(error: unknown): error is ToolError {
  return (
    error instanceof Error &&
    error.name === "ToolError" &&
    typeof error.message === "string" &&
    typeof (error as Partial<ToolError>).code === "string"
  );
}
