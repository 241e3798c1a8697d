import { onAbort } from "./on-abort.js";

export type Raced<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly stopped: "TIMEOUT" | "CANCELLED" };

/**
 * Runs `work` until it ends, times out or `signal` is aborted. JavaScript cannot be stopped from outside, so a late
 * result is ignored; the signal passed to `work` asks it to stop.
 */
export function race<T>(
  work: (signal: AbortSignal) => T | PromiseLike<T>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Raced<T>> {
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    const stop = (stopped: "TIMEOUT" | "CANCELLED") => (): void => {
      cleanUp();
      resolve({ ok: false, stopped });
      controller.abort(signal?.aborted ? signal.reason : new Error(`stopped after ${timeoutMs} ms`));
    };
    // setTimeout fires at once above 2^31−1 ms, and Node warns below 0: clamp.
    const timer = setTimeout(stop("TIMEOUT"), Math.min(Math.max(timeoutMs, 0), 2 ** 31 - 1));
    const cleanUp = (): void => {
      clearTimeout(timer);
      forget();
    };
    let forget = (): void => {};
    forget = onAbort(signal, stop("CANCELLED"));
    if (signal?.aborted) return;
    // In an async function, so that a synchronous throw becomes a rejection.
    (async () => work(controller.signal))().then(
      (value) => {
        cleanUp();
        resolve({ ok: true, value });
      },
      (error: unknown) => {
        cleanUp();
        reject(error);
      },
    );
  });
}
