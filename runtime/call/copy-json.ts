import { MAX_DEPTH } from "../base/json-depth.js";

/** Thrown for a value that nests deeper than `MAX_DEPTH`. */
export class TooDeep extends Error {}

/** Copies parsed JSON, including own `__proto__` keys: refusing those is the validator's job. */
export function copyJson<T>(value: T, depth: number = MAX_DEPTH): T {
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) throw new TooDeep();
  if (Array.isArray(value)) return value.map((item) => copyJson(item, depth - 1)) as T;
  const copy = { ...value } as Record<string, unknown>;
  // Assignment is safe for every key because the copy already has it as an own property.
  for (const key of Object.keys(copy)) copy[key] = copyJson(copy[key], depth - 1);
  return copy as T;
}
