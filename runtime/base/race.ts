import { onAbort } from "./on-abort.js";

export type Raced<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly stopped: "TIMEOUT" | "CANCELLED" };

/**
 * Runs `work` until it ends, its time is up or `signal` is aborted. Code cannot be stopped from outside, so a late end is ignored;
 * its own signal tells it to stop.
 */
export function race<T>(
  work: (signal: AbortSignal) => T | PromiseLike<T>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Raced<T>> {
  const own = new AbortController();
  return new Promise((resolve, reject) => {
    const stop = (stopped: "TIMEOUT" | "CANCELLED") => (): void => {
      settle();
      resolve({ ok: false, stopped });
      own.abort(signal?.aborted ? signal.reason : new Error(`stopped after ${timeoutMs} ms`));
    };
    // Longer waits than a timer can hold would fire at once, and time that is up is warned of.
    const timer = setTimeout(stop("TIMEOUT"), Math.min(Math.max(timeoutMs, 0), 2 ** 31 - 1));
    const settle = (): void => {
      clearTimeout(timer);
      forget();
    };
    let forget = (): void => {};
    forget = onAbort(signal, stop("CANCELLED"));
    if (signal?.aborted) return;
    // Inside an async function, so that a synchronous throw is a rejection too.
    (async () => work(own.signal))().then(
      (value) => {
        settle();
        resolve({ ok: true, value });
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
  });
}
