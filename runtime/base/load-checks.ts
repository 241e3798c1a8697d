import type { ToolChecks, ToolEntry } from "../tool.js";

/** What checks the calls of a tool. A loader that failed is asked again with the next call. */
export async function loadChecks(entry: ToolEntry): Promise<ToolChecks> {
  const known = loaded.get(entry);
  if (known) return known;
  const checks = await entry.checks();
  loaded.set(entry, checks);
  return checks;
}

/**
 * Loads checks so that each call gets its own after those of the calls before it: handlers then start in the order of the calls,
 * although modules are found in any order.
 */
export function createOrderedLoader(): (entry: ToolEntry) => Promise<ToolChecks> {
  let before: Promise<unknown> = Promise.resolve();
  return (entry) => {
    const checks = loadChecks(entry);
    const ready = before.then(() => checks);
    before = ready.catch(() => {});
    // Reported by the call that waits for it, which may have ended before.
    checks.catch(() => {});
    ready.catch(() => {});
    return ready;
  };
}

/** So that calls after the first wait for no loader. */
const loaded = new WeakMap<ToolEntry, ToolChecks>();
