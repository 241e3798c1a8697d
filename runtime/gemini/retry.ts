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

/** Repeats a request that failed for a passing reason. */
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

/** Waits until a failed request may be made again, or throws its error where that would be of no use. */
export async function retryLater(
  error: unknown,
  attempt: number,
  options: Partial<RetryOptions> | undefined,
  call: ModelCall,
): Promise<void> {
  const { attempts, baseMs, maxMs, random, sleep: wait } = { ...DEFAULTS, ...defined(options ?? {}) };
  if (call.signal?.aborted || attempt >= attempts || !isRunError(error) || !error.info.retryable) throw error;
  const { retryAfterMs, code, kind } = error.info;
  if (retryAfterMs !== undefined && retryAfterMs > Math.min(maxMs, call.leftMs?.() ?? maxMs)) throw error;
  // Never earlier than asked; spread, so that many clients do not come back together.
  const delayMs =
    retryAfterMs === undefined
      ? Math.min(maxMs, baseMs * 2 ** (attempt - 1)) * (0.5 + random() / 2)
      : retryAfterMs * (1 + random() / 10);
  call.onRetry?.({ attempt, delayMs, reason: code ?? kind });
  await wait(delayMs, call.signal);
}

/**
 * The error of a stream that broke off. The loop asks again at once, so what the service wants to be waited is waited here; where that is
 * too long, asking again is of no use.
 */
export async function whenCut(
  error: RunError,
  options: Partial<RetryOptions> | undefined,
  call: ModelCall,
): Promise<RunError> {
  if (!error.info.cut || !error.info.status) return error;
  try {
    await retryLater(error, 1, options, call);
    return error;
  } catch (refusal) {
    return refusal === error ? new RunError({ ...error.info, cut: false }) : (refusal as RunError);
  }
}

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await race(() => new Promise(() => {}), ms, signal);
  if (signal?.aborted) throw new RunError({ kind: "aborted", message: "aborted while waiting to try again" });
}
