/** The error codes that the model sees for a failed call. */
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
  /** An `ErrorCode`, or the code of a `ToolError`. */
  readonly code: string;
  readonly message: string;
  readonly issues?: readonly unknown[];
  readonly retryable?: boolean;
}

/** Thrown by a handler to show the model its message. The messages of other errors are only for the developer. */
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

/** The error of a run or a request, as plain JSON. For developers; the model never sees it. */
export interface ErrorInfo {
  /** `script` is for tests only: a scripted model has no answer left. */
  readonly kind:
    | "http"
    | "quota"
    | "network"
    | "timeout"
    | "aborted"
    | "protocol"
    | "policy"
    | "state"
    | "script";
  readonly message: string;
  /** Google's code, such as `RESOURCE_EXHAUSTED`, a finish reason, or one of our own codes. */
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number | undefined;
  /** The platform's report about a failed connection: system code, address, certificate. */
  readonly cause?: string | undefined;
  readonly requestId?: string;
  /** The response was interrupted, so the request may be repeated. */
  readonly cut?: boolean;
}

/** Thrown by models. Its message contains no keys, because those are only in headers. */
export class RunError extends Error {
  readonly info: ErrorInfo;

  constructor(info: ErrorInfo, options?: { cause?: unknown }) {
    super(info.message, options);
    this.name = "RunError";
    this.info = info;
  }
}

/** Compares names, since a project may contain two copies of this package. */
export function isRunError(error: unknown): error is RunError {
  return (
    error instanceof Error &&
    error.name === "RunError" &&
    typeof (error as Partial<RunError>).info === "object"
  );
}

/** The message of a thrown value, which may be anything. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return "an unknown error";
  }
}

/** The code of an interrupted stream. A type, because its text is shorter than the import of a constant. */
export type CutStream = "CUT_STREAM";
