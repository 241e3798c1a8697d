import type { Checking } from "./rule.js";

const reported = new WeakMap<Checking, Set<string>>();

/**
 * Whether the key is new in this run of the checks. A rule uses the key to report a detail only once, such as
 * an unknown format that occurs in many schemas.
 */
export function isFirst(checking: Checking, key: string): boolean {
  const known = reported.get(checking) ?? new Set<string>();
  reported.set(checking, known);
  const isNew = !known.has(key);
  known.add(key);
  return isNew;
}
