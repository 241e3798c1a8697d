import { onAbort } from "./on-abort.js";

export type Raced<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly stopped: "TIMEOUT" | "CANCELLED" };

/**
 * Runs `work` until it ends, times out or `signal` aborts. JavaScript cannot stop running code. The signal
 * asks `work` to stop, and a result that arrives later is ignored.
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
    // A delay above 2^31−1 ms would fire at once, and Node warns of a negative delay.
    const timer = setTimeout(stop("TIMEOUT"), Math.min(Math.max(timeoutMs, 0), 2 ** 31 - 1));
    const cleanUp = (): void => {
      clearTimeout(timer);
      forget();
    };
    let forget = (): void => {};
    forget = onAbort(signal, stop("CANCELLED"));
    if (signal?.aborted) return;
    // The async function turns a synchronous throw into a rejection.
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
