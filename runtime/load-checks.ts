import type { ToolChecks, ToolEntry } from "./tool.js";

/** What checks the calls of a tool. A loader that failed is asked again with the next call. */
export async function loadChecks(entry: ToolEntry): Promise<ToolChecks> {
  const known = loaded.get(entry);
  if (known) return known;
  const checks = await entry.checks();
  loaded.set(entry, checks);
  return checks;
}

/** So that calls after the first wait for no loader. */
const loaded = new WeakMap<ToolEntry, ToolChecks>();
