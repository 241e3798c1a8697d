/** Codes of the errors that the model reads when a call fails. */
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

/** The error that the model reads when a call fails: the field `error` of a function response. */
export interface ModelVisibleError {
  /** An `ErrorCode`, or the code of a `ToolError`. */
  readonly code: string;
  readonly message: string;
  readonly issues?: readonly unknown[];
  readonly retryable?: boolean;
}

/**
 * An error that a handler throws so that the model reads its message. The model never reads the message of
 * any other error.
 */
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

/**
 * The error of a run or a request, as plain JSON. Only the developer sees the error; the model never does.
 */
export interface ErrorInfo {
  /** The kind `script` occurs only in tests: a scripted model has no response left. */
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
  /** A code of Google such as `RESOURCE_EXHAUSTED`, a finish reason, or a code of toolpress. */
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number | undefined;
  /** The reason why a connection failed, as the platform reports it: system code, address, certificate. */
  readonly cause?: string | undefined;
  readonly requestId?: string;
  /** Set if the response was interrupted. The same request may then be sent again. */
  readonly cut?: boolean;
}

/**
 * The error that a model throws when a request fails. The message contains no API key: keys are sent only in
 * headers, and a key that a service repeats is replaced.
 */
export class RunError extends Error {
  readonly info: ErrorInfo;

  constructor(info: ErrorInfo, options?: { cause?: unknown }) {
    super(info.message, options);
    this.name = "RunError";
    this.info = info;
  }
}

/**
 * Compares the name of the error instead of its class, because a project may contain two copies of this
 * package.
 */
export function isRunError(error: unknown): error is RunError {
  return (
    error instanceof Error &&
    error.name === "RunError" &&
    typeof (error as Partial<RunError>).info === "object"
  );
}

/** Returns the message of a thrown value. The value may have any type. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return "an unknown error";
  }
}

/**
 * The error code of an interrupted stream. A type takes fewer bytes in a bundle than an exported constant.
 */
export type CutStream = "CUT_STREAM";
