/**
 * Calls a listener of the user. An error that the listener throws is ignored, also if the listener is
 * asynchronous.
 */
export function reportError<Rest extends readonly unknown[]>(
  listener: ((...args: Rest) => unknown) | undefined,
  ...args: Rest
): void {
  (async () => listener?.(...args))().catch(() => {});
}
