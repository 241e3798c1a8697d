import { defined } from "../base/defined.js";
import { isRunError, RunError } from "../errors.js";
import type { ModelCall } from "../model.js";
import { race } from "../base/race.js";

export interface RetryOptions {
  /**
   * The largest number of requests, including the first.
   * @default 4
   */
  readonly attempts: number;
  /**
   * The delay before the first retry in milliseconds. Each further delay is twice as long. A delay that the
   * service requests has precedence.
   * @default 1,000
   */
  readonly baseMs: number;
  /**
   * The longest delay in milliseconds. If the service requests a longer delay, the request fails without a
   * retry.
   * @default 60,000
   */
  readonly maxMs: number;
  /**
   * Returns a random number from 0 to 1, which varies the delays.
   * @default `Math.random`
   */
  readonly random: () => number;
  /**
   * Waits for the given number of milliseconds.
   * @default a timer
   */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

const DEFAULTS: RetryOptions = { attempts: 4, baseMs: 1000, maxMs: 60_000, random: Math.random, sleep };

/** Sends a request, and repeats it if it fails for a temporary reason. */
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

/**
 * Waits until a failed request may be repeated. Throws the error of the request if a retry would not help.
 */
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
  // The delay is at least as long as the service requests. Its random part prevents many clients from
  // retrying at the same time.
  const delayMs = Math.round(
    retryAfterMs === undefined
      ? Math.min(maxMs, baseMs * 2 ** (attempt - 1)) * (0.5 + random() / 2)
      : retryAfterMs * (1 + random() / 10),
  );
  call.onRetry?.({ attempt, delayMs, reason: code ?? kind, ...(cause && { cause }) });
  await wait(delayMs, call.signal);
}

/**
 * Returns the error of an interrupted stream. The loop repeats the request without a delay, so this function
 * waits as long as the service requests. If that delay is too long, the returned error is final.
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
