/**
 * Callbacks by signal, behind one listener: Node warns of a leak at eleven listeners, and a turn may have more calls.
 */
const waiting = new WeakMap<object, Set<() => void>>();

const tell = ({ target }: { target: object | null }): void =>
  waiting.get(target ?? {})?.forEach((act) => act());

/**
 * Calls `callback` when the signal is aborted, or now if it is already. Returns a function that unregisters. A signal
 * may outlive thousands of runs and must not keep references to them, as `AbortSignal.any` does.
 */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal?.aborted) act();
  if (!signal || signal.aborted) return () => {};
  const acts = waiting.get(signal) ?? new Set();
  waiting.set(signal, acts.add(act));
  signal.addEventListener("abort", tell);
  return () => {
    acts.delete(act);
    if (acts.size === 0) signal.removeEventListener("abort", tell);
  };
}
