/** Calls a user's listener. An error in it, thrown now or later, is ignored. */
export function reportError<Rest extends readonly unknown[]>(
  listener: ((...told: Rest) => unknown) | undefined,
  ...told: Rest
): void {
  (async () => listener?.(...told))().catch(() => {});
}
