import type { ToolChecks, ToolEntry } from "../tool.js";

/** Loads the checks of a tool. If the import fails, the next call of the tool imports them again. */
export async function loadChecks(entry: ToolEntry): Promise<ToolChecks> {
  const cached = checksByEntry.get(entry);
  if (cached) return cached;
  const checks = await entry.checks();
  checksByEntry.set(entry, checks);
  return checks;
}

/**
 * Returns a function that loads the checks of calls in order: a call gets its checks only after the calls
 * that precede it. Handlers therefore start in call order, even if the modules load in another order.
 */
export function createOrderedLoader(): (entry: ToolEntry) => Promise<ToolChecks> {
  let previous: Promise<unknown> = Promise.resolve();
  return (entry) => {
    const checks = loadChecks(entry);
    const ready = previous.then(() => checks);
    previous = ready.catch(() => {});
    // The call that awaits `checks` or `ready` reports the error. If that call has already ended, the
    // platform must not report an unhandled rejection.
    checks.catch(() => {});
    ready.catch(() => {});
    return ready;
  };
}

/** The checks loaded so far. Later calls of a tool use the loaded checks. */
const checksByEntry = new WeakMap<ToolEntry, ToolChecks>();
