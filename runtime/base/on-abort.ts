/** Who waits for a signal. It has one listener for them all: platforms take more than ten for a leak, and a turn may have more calls. */
const waiting = new WeakMap<object, Set<() => void>>();

const tell = ({ target }: { target: object | null }): void =>
  waiting.get(target ?? {})?.forEach((act) => act());

/**
 * Calls `act` when the signal is aborted, or at once where it is. Gives what takes that back: a signal may outlive thousands of runs
 * and must remember none of them, which `AbortSignal.any` does.
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
