/** What the model may be told went wrong with a call. */
export type ErrorCode =
  | "UNKNOWN_TOOL"
  | "NOT_ALLOWED"
  | "INVALID_ARGUMENTS"
  | "DENIED"
  | "TIMEOUT"
  | "CANCELLED"
  | "TOO_MANY_CALLS"
  | "TOOL_FAILED"
  | "INVALID_RESULT"
  | "RESULT_TOO_LARGE"
  | "UNSERIALIZABLE_RESULT";

/** The `error` of a function response. */
export interface ModelVisibleError {
  /** One of `ErrorCode`, or the code of a `ToolError`. */
  readonly code: string;
  readonly message: string;
  readonly issues?: readonly unknown[];
  readonly retryable?: boolean;
}

/** Thrown by a handler that wants the model to read its words. The text of any other error stays with the developer. */
export class ToolError extends Error {
  readonly code: string;
  readonly retryable: boolean | undefined;

  constructor(code: string, message: string, options: { cause?: unknown; retryable?: boolean } = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.name = "ToolError";
    this.code = code;
    this.retryable = options.retryable;
  }
}

/** By name, since a project may hold two copies of this package. */
export function isToolError(error: unknown): error is ToolError {
  return (
    error instanceof Error &&
    error.name === "ToolError" &&
    typeof (error as Partial<ToolError>).code === "string"
  );
}

/** What ended a run, or a request, as plain JSON. For developers; never shown to the model. */
export interface ErrorInfo {
  readonly kind: "http" | "quota" | "network" | "timeout" | "aborted" | "protocol" | "policy" | "state";
  readonly message: string;
  /** Google's word, e.g. `RESOURCE_EXHAUSTED`, or a finish reason, or one of ours. */
  readonly code?: string;
  readonly status?: number;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number;
  readonly requestId?: string;
}

/** What transports throw. Messages hold no keys: those travel in headers only. */
export class RunError extends Error {
  readonly info: ErrorInfo;

  constructor(info: ErrorInfo, options?: { cause?: unknown }) {
    super(info.message, options);
    this.name = "RunError";
    this.info = info;
  }
}

/** By name, as with `isToolError`. */
export function isRunError(error: unknown): error is RunError {
  return (
    error instanceof Error &&
    error.name === "RunError" &&
    typeof (error as Partial<RunError>).info === "object"
  );
}

/** The code of a stream that ended before the answer did. */
export const CUT_STREAM = "CUT_STREAM";
