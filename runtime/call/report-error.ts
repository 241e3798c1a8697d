/** Calls a user's listener. An error in it, thrown now or later, is ignored. */
export function reportError<Rest extends readonly unknown[]>(
  listener: ((...args: Rest) => unknown) | undefined,
  ...args: Rest
): void {
  (async () => listener?.(...args))().catch(() => {});
}
