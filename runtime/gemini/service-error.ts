import { isRunError, RunError, type CutStream, type ErrorInfo } from "../errors.js";
import { hideIn, secretHeaders } from "../base/hide-secrets.js";
import type { ModelCall } from "../model.js";
import { readJsonBody } from "./read-body.js";
import { retryAfterMs } from "../base/retry-after.js";
import type { GenerateContentResponse } from "../wire.js";

// Converts failed requests into `RunError`s. The first failure loads this file.

/** The body of a Google API error. */
interface ErrorBody {
  readonly error?: {
    readonly code?: number;
    readonly message?: string;
    readonly status?: string;
    readonly details?: readonly Readonly<Record<string, unknown>>[];
  };
}

/**
 * Parses the body of a Google API error. The error may be inside a list. Returns undefined if the body does
 * not contain an error.
 */
export function readErrorBody(
  body: unknown,
  httpStatus?: number,
  retryAfter?: string | null,
): ErrorInfo | undefined {
  const { error } = ((Array.isArray(body) ? body[0] : body) ?? {}) as ErrorBody;
  if (typeof error !== "object" || error === null) return undefined;
  const status = httpStatus ?? error.code;
  const details = Array.isArray(error.details) ? error.details : [];
  const daily = JSON.stringify(details).includes("PerDay");
  const requestedDelayMs = seconds(details.find((detail) => detail.retryDelay)?.retryDelay);
  return {
    kind: status === 429 ? "quota" : "http",
    message: `${status ?? ""} ${error.status ?? ""}: ${error.message ?? ""}`.trim(),
    retryable: isRetryable(status) && !daily,
    code: error.status,
    status,
    retryAfterMs: requestedDelayMs ?? retryAfterMs(retryAfter),
  };
}

function isRetryable(status: number | undefined): boolean {
  return [408, 429, 500, 502, 503, 504].includes(status ?? 0);
}

/** Parses a duration such as `"34.4s"` into milliseconds. */
function seconds(text: unknown): number | undefined {
  const match = /^(\d+(?:\.\d+)?)s$/.exec(String(text));
  return match ? Math.ceil(Number(match[1]) * 1000) : undefined;
}

/** Whether a response is a redirect. A browser hides the status of a redirect that it does not follow. */
function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400);
}

/** Returns the error for a response with a failure status. */
export async function readRefusal(response: Response, maxBytes?: number): Promise<RunError> {
  const { status, statusText } = response;
  if (isRedirect(response)) {
    await response.body?.cancel();
    return new RunError({
      kind: "http",
      status,
      message: "the service redirects; the request was not sent there",
    });
  }
  const body: unknown = await readJsonBody(response, maxBytes).catch(() => undefined);
  const retryAfter = response.headers.get("retry-after");
  const info = readErrorBody(body, status, retryAfter) ?? {
    kind: "http",
    status,
    message: `${status} ${statusText}`,
    retryable: isRetryable(status),
    retryAfterMs: retryAfterMs(retryAfter),
  };
  return new RunError(info);
}

/** Replaces the key and the secret headers in the texts of an error. */
export function hideSecrets(
  error: RunError,
  key: string | undefined,
  headers?: Readonly<Record<string, string>>,
): RunError {
  const secrets = [key, ...secretHeaders(headers)];
  const { message, cause } = error.info;
  const shown = { message: hideIn(message, secrets), ...(cause && { cause: hideIn(cause, secrets) }) };
  // The cause of the old error may contain the secret too, so the new error has no cause.
  return shown.message === message && shown.cause === cause
    ? error
    : new RunError({ ...error.info, ...shown });
}

/** Marks the error of an interrupted response. If Google sent an error code, that code is kept. */
export function asCut(info: ErrorInfo, code: CutStream): ErrorInfo {
  return { ...info, code: info.code ?? code, cut: true };
}

/** Returns the error for a connection that failed, was aborted or delivered invalid data. */
export function connectionError(error: unknown, call: ModelCall, code?: CutStream): RunError {
  if (isRunError(error)) return code && error.info.retryable ? new RunError(asCut(error.info, code)) : error;
  if (call.signal?.aborted) return new RunError({ kind: "aborted", message: "the request was aborted" });
  if (error instanceof SyntaxError)
    return new RunError(
      { kind: "protocol", message: "the service sent something that is not JSON" },
      { cause: error },
    );
  const { code: systemCode } = ((error as { cause?: unknown } | null)?.cause ?? {}) as { code?: unknown };
  const reason = typeof systemCode === "string" ? `: ${systemCode}` : "";
  const info = { message: `the connection failed${reason}`, cause: causeText(error), retryable: true, code };
  return new RunError({ kind: "network", ...info }, { cause: error });
}

const MAX_CAUSES = 8;

/**
 * Returns the reason why a connection failed, such as "connect ECONNREFUSED 127.0.0.1:443". Node puts the
 * reason into the innermost cause and has one error for each address that it tried. Other platforms put the
 * reason into the error itself.
 */
function causeText(error: unknown): string | undefined {
  let inner = error as {
    cause?: unknown;
    errors?: readonly unknown[];
    message?: unknown;
    code?: unknown;
  } | null;
  for (let depth = 0; depth < MAX_CAUSES; depth++) {
    const next = inner?.cause ?? inner?.errors?.[0];
    if (typeof next !== "object" || next === null) break;
    inner = next;
  }
  const message = String(inner?.message ?? "");
  const code = typeof inner?.code === "string" && !message.includes(inner.code) ? inner.code : "";
  return [message, code && `(${code})`].filter(Boolean).join(" ") || undefined;
}

/**
 * Checks that a body is a response. A stream may contain an error as an event. A body that is not an object
 * counts as invalid JSON.
 */
export function checkResponse(body: unknown): GenerateContentResponse {
  const info = readErrorBody(body);
  if (info) throw new RunError(info);
  if (typeof body === "object" && body !== null) return body as GenerateContentResponse;
  throw new SyntaxError();
}
