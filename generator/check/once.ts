import type { Checking } from "./rule.js";

const reported = new WeakMap<Checking, Set<string>>();

/**
 * Returns true for the first call with a key in one run of the checks. A rule uses this to report a detail
 * once, although the detail occurs in many schemas.
 */
export function isFirst(checking: Checking, key: string): boolean {
  const known = reported.get(checking) ?? new Set<string>();
  reported.set(checking, known);
  const isNew = !known.has(key);
  known.add(key);
  return isNew;
}
