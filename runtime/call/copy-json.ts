import { MAX_DEPTH } from "../base/json-depth.js";

/** Thrown for a value that has more than `MAX_DEPTH` levels. */
export class TooDeep extends Error {}

/** Copies parsed JSON. The copy includes own `__proto__` keys, which the checks of the tool refuse later. */
export function copyJson<T>(value: T, depth: number = MAX_DEPTH): T {
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) throw new TooDeep();
  if (Array.isArray(value)) return value.map((item) => copyJson(item, depth - 1)) as T;
  const copy = { ...value } as Record<string, unknown>;
  // Assigning to `__proto__` is safe here, because the copy already has the key as an own property.
  for (const key of Object.keys(copy)) copy[key] = copyJson(copy[key], depth - 1);
  return copy as T;
}
