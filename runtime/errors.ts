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

/** What ended a run, or a request, as plain JSON. For developers; never shown to the model. */
export interface ErrorInfo {
  readonly kind: "http" | "quota" | "network" | "timeout" | "aborted" | "protocol" | "policy" | "state";
  readonly message: string;
  /** Google's word, e.g. `RESOURCE_EXHAUSTED`, or a finish reason, or one of ours. */
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number | undefined;
  /** What the platform reports about a connection that failed: the code of the system, the address, the certificate. */
  readonly cause?: string | undefined;
  readonly requestId?: string;
  /** The answer had begun, so it may be asked for again. */
  readonly cut?: boolean;
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

/** By name, since a project may hold two copies of this package. */
export function isRunError(error: unknown): error is RunError {
  return (
    error instanceof Error &&
    error.name === "RunError" &&
    typeof (error as Partial<RunError>).info === "object"
  );
}

/** What a thrown value says; it may be anything. */
export function wordsOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return "an error without words";
  }
}

/** The code of a stream that ended before the answer did. A type: the text is shorter than the import of a constant. */
export type CutStream = "CUT_STREAM";
