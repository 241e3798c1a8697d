import { isRunError, RunError, type ErrorInfo } from "./errors.js";
import type { ModelCall } from "./model.js";
import { race } from "./race.js";

export interface RetryOptions {
  /** Requests in all: 4. */
  readonly attempts: number;
  /** First wait where the service names none: 1,000; it doubles each time. */
  readonly baseMs: number;
  /** Longest wait; when the service asks for more, the error is returned: 60,000. */
  readonly maxMs: number;
  readonly random: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

const DEFAULTS: RetryOptions = { attempts: 4, baseMs: 1000, maxMs: 60_000, random: Math.random, sleep };

/** Repeats a request that failed for a passing reason. */
export async function withRetries<T>(
  request: () => Promise<T>,
  options: Partial<RetryOptions> | undefined,
  call: ModelCall,
): Promise<T> {
  const { attempts, baseMs, maxMs, random, sleep: wait } = { ...DEFAULTS, ...options };
  for (let attempt = 1; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      if (call.signal?.aborted || attempt >= attempts || !isRunError(error) || !error.info.retryable)
        throw error;
      const { retryAfterMs, code, kind } = error.info;
      if (retryAfterMs !== undefined && retryAfterMs > maxMs) throw error;
      // Never earlier than asked; spread, so that many clients do not come back together.
      const delayMs =
        retryAfterMs === undefined
          ? Math.min(maxMs, baseMs * 2 ** (attempt - 1)) * (0.5 + random() / 2)
          : retryAfterMs * (1 + random() / 10);
      call.onRetry?.({ attempt, delayMs, reason: code ?? kind });
      await wait(delayMs, call.signal);
    }
  }
}

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  const ended = await race(() => new Promise(() => {}), ms, signal);
  if ("stopped" in ended && ended.stopped === "CANCELLED") {
    throw new RunError({ kind: "aborted", message: "aborted while waiting to try again" });
  }
}

/** What Google says in an error body. */
interface ErrorBody {
  readonly error?: {
    readonly code?: number;
    readonly message?: string;
    readonly status?: string;
    readonly details?: readonly Readonly<Record<string, unknown>>[];
  };
}

/** An error body, bare or as the only element of a list, as an error of ours; `undefined` when it is none. */
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
  const retryAfterMs =
    seconds(details.find((detail) => detail.retryDelay)?.retryDelay) ?? seconds(retryAfter);
  return {
    kind: status === 429 ? "quota" : "http",
    message: `${status ?? ""} ${error.status ?? ""}: ${error.message ?? ""}`.trim(),
    retryable: isRetryable(status) && !daily,
    ...(error.status && { code: error.status }),
    ...(status && { status }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

export function isRetryable(status: number | undefined): boolean {
  return [408, 429, 500, 502, 503, 504].includes(status ?? 0);
}

/** `"34.4s"`, or the bare number of a Retry-After header, in milliseconds. */
function seconds(text: unknown): number | undefined {
  const match = /^(\d+(?:\.\d+)?)s?$/.exec(String(text));
  return match ? Math.ceil(Number(match[1]) * 1000) : undefined;
}
