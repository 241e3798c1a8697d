import type { Json } from "../ir.js";
import { isMapping } from "./mapping.js";

/**
 * Returns the same text for equal JSON values, even if the order of their keys differs. Comparing these texts avoids
 * comparing each pair of values in large lists.
 */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(Object.is(value, -0) ? 0 : value);
  const object = value as Readonly<Record<string, Json>>;
  const entries = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(object[key]!)}`);
  return `{${entries.join()}}`;
}

/** Returns the different values in the order of their first occurrence. */
export function distinct(values: readonly Json[]): readonly Json[] {
  const first = new Map<string, Json>();
  for (const value of values) {
    const text = canonical(value);
    if (!first.has(text)) first.set(text, value);
  }
  return [...first.values()];
}

/** Returns whether two JSON values are equal. The order of keys is ignored. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  if (!isMapping(a) || !isMapping(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}
