import type { ModelVisibleError, ToolError } from "../errors.js";
import { foldSurrogates } from "../base/fold-surrogates.js";

const MAX_MESSAGE = 4096;

/** A `ToolError` as the model sees it. Undefined for any other error: the model gets no details of those. */
export function toModelVisible(error: unknown): ModelVisibleError | undefined {
  try {
    if (!isToolError(error)) return undefined;
    return {
      code: foldSurrogates(error.code.slice(0, 64)),
      message: foldSurrogates(error.message.slice(0, MAX_MESSAGE)),
      ...(typeof error.retryable === "boolean" && { retryable: error.retryable }),
    };
  } catch {
    // Proxies and getters can throw anywhere.
    return undefined;
  }
}

/** Compares names, since a project may contain two copies of this package. */
export function isToolError(error: unknown): error is ToolError {
  return (
    error instanceof Error &&
    error.name === "ToolError" &&
    typeof error.message === "string" &&
    typeof (error as Partial<ToolError>).code === "string"
  );
}
