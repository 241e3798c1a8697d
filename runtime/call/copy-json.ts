import { MAX_DEPTH } from "../base/json-depth.js";

/** A value nests deeper than `MAX_DEPTH`. */
export class TooDeep extends Error {}

/** A copy of what `JSON.parse` gave, own `__proto__` keys included: refusing them is the validator's business. */
export function copyJson<T>(value: T, depth: number = MAX_DEPTH): T {
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) throw new TooDeep();
  if (Array.isArray(value)) return value.map((item) => copyJson(item, depth - 1)) as T;
  const copy = { ...value } as Record<string, unknown>;
  // Safe for every name: the copy has the property already.
  for (const key of Object.keys(copy)) copy[key] = copyJson(copy[key], depth - 1);
  return copy as T;
}
