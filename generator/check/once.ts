import type { Checking } from "./rule.js";

const reported = new WeakMap<Checking, Set<string>>();

/** Whether this run of the checks meets the key for the first time. A detail that occurs everywhere in a document is reported once. */
export function isFirst(checking: Checking, key: string): boolean {
  const known = reported.get(checking) ?? new Set<string>();
  reported.set(checking, known);
  const isNew = !known.has(key);
  known.add(key);
  return isNew;
}
