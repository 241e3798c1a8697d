/**
 * Callbacks by signal, behind one listener: Node warns of a leak at eleven listeners, and a turn may have more calls.
 */
const callbacksBySignal = new WeakMap<object, Set<() => void>>();

const notify = ({ target }: { target: object | null }): void =>
  callbacksBySignal.get(target ?? {})?.forEach((callback) => callback());

/**
 * Calls `callback` when the signal is aborted, or now if it is already. Returns a function that unregisters. A signal
 * may outlive thousands of runs and must not keep references to them, as `AbortSignal.any` does.
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
