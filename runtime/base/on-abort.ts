/**
 * The callbacks of each signal. They share one listener, because Node warns of a leak at eleven listeners and
 * one turn may have more calls.
 */
const callbacksBySignal = new WeakMap<object, Set<() => void>>();

const notify = ({ target }: { target: object | null }): void =>
  callbacksBySignal.get(target ?? {})?.forEach((callback) => callback());

/**
 * Calls `callback` when the signal aborts, or immediately if the signal has already aborted. Returns a
 * function that removes the callback. `AbortSignal.any` would keep references to finished runs for as long as
 * the signal exists, and a signal may serve thousands of runs.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal?.aborted) callback();
  if (!signal || signal.aborted) return () => {};
  const callbacks = callbacksBySignal.get(signal) ?? new Set();
  callbacksBySignal.set(signal, callbacks.add(callback));
  signal.addEventListener("abort", notify);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size === 0) signal.removeEventListener("abort", notify);
  };
}
