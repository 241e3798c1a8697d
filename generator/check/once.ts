import type { Checking } from "./rule.js";

const reported = new WeakMap<Checking, Set<string>>();

/** Whether a run of the checks meets this key for the first time: what is everywhere in a document is reported once. */
export function isFirst(checking: Checking, key: string): boolean {
  const known = reported.get(checking) ?? new Set<string>();
  reported.set(checking, known);
  const isNew = !known.has(key);
  known.add(key);
  return isNew;
}
