/** Tells a listener of the caller's. One that throws, at once or later, breaks nothing. */
export function reportError<Rest extends readonly unknown[]>(
  listener: ((...told: Rest) => unknown) | undefined,
  ...told: Rest
): void {
  (async () => listener?.(...told))().catch(() => {});
}
