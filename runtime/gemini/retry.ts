import { defined } from "../base/defined.js";
import { isRunError, RunError } from "../errors.js";
import type { ModelCall } from "../model.js";
import { race } from "../base/race.js";

export interface RetryOptions {
  /**
   * Requests in total, the first included.
   * @default 4
   */
  readonly attempts: number;
  /**
   * Milliseconds of the first wait, if the service names none. It doubles each time.
   * @default 1,000
   */
  readonly baseMs: number;
  /**
   * Milliseconds of the longest wait. If the service asks for more, the error is returned.
   * @default 60,000
   */
  readonly maxMs: number;
  /**
   * Spreads the waits.
   * @default `Math.random`
   */
  readonly random: () => number;
  /**
   * Waits.
   * @default a timer
   */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

const DEFAULTS: RetryOptions = { attempts: 4, baseMs: 1000, maxMs: 60_000, random: Math.random, sleep };

/** Repeats a request that failed for a temporary reason. */
export async function withRetries<T>(
  request: () => Promise<T>,
  options: Partial<RetryOptions> | undefined,
  call: ModelCall,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      await retryLater(error, attempt, options, call);
    }
  }
}

/** Waits until a failed request may be repeated. Throws its error if a retry would not help. */
export async function retryLater(
  error: unknown,
  attempt: number,
  options: Partial<RetryOptions> | undefined,
  call: ModelCall,
): Promise<void> {
  const { attempts, baseMs, maxMs, random, sleep: wait } = { ...DEFAULTS, ...defined(options ?? {}) };
  if (call.signal?.aborted || attempt >= attempts || !isRunError(error) || !error.info.retryable) throw error;
  const { retryAfterMs, code, kind, cause } = error.info;
  if (retryAfterMs !== undefined && retryAfterMs > Math.min(maxMs, call.leftMs?.() ?? maxMs)) throw error;
  // Never earlier than the service asked, with jitter, so that many clients do not return together.
  const delayMs = Math.round(
    retryAfterMs === undefined
      ? Math.min(maxMs, baseMs * 2 ** (attempt - 1)) * (0.5 + random() / 2)
      : retryAfterMs * (1 + random() / 10),
  );
  call.onRetry?.({ attempt, delayMs, reason: code ?? kind, ...(cause && { cause }) });
  await wait(delayMs, call.signal);
}

/**
 * The error of an interrupted stream. The loop repeats the request at once, so the delay that the service demands is
 * waited here. If it is too long, the error becomes final.
 */
export async function streamError(
  error: RunError,
  options: Partial<RetryOptions> | undefined,
  call: ModelCall,
): Promise<RunError> {
  if (!error.info.cut || !error.info.status) return error;
  try {
    await retryLater(error, 1, options, call);
    return error;
  } catch (retryError) {
    return retryError === error ? new RunError({ ...error.info, cut: false }) : (retryError as RunError);
  }
}

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await race(() => new Promise(() => {}), ms, signal);
  if (signal?.aborted) throw new RunError({ kind: "aborted", message: "aborted while waiting to try again" });
}
