import type { ToolChecks, ToolEntry } from "../tool.js";

/** Loads the checks of a tool. A failed import is repeated by the next call. */
export async function loadChecks(entry: ToolEntry): Promise<ToolChecks> {
  const cached = checksByEntry.get(entry);
  if (cached) return cached;
  const checks = await entry.checks();
  checksByEntry.set(entry, checks);
  return checks;
}

/**
 * Loads checks in call order: each call gets its checks after those of the calls before it. Handlers then start in
 * the order of the calls, even if modules load in another order.
 */
export function createOrderedLoader(): (entry: ToolEntry) => Promise<ToolChecks> {
  let previous: Promise<unknown> = Promise.resolve();
  return (entry) => {
    const checks = loadChecks(entry);
    const ready = previous.then(() => checks);
    previous = ready.catch(() => {});
    // The call that awaits these reports the error. It may have ended already, so the rejection must not stay
    // unhandled.
    checks.catch(() => {});
    ready.catch(() => {});
    return ready;
  };
}

/** Loaded checks, so that later calls do not wait. */
const checksByEntry = new WeakMap<ToolEntry, ToolChecks>();
