/** Deeper than any sensible arguments or result. */
export const MAX_DEPTH = 64;

/** Looks no deeper than it must, so a hostile value costs no stack. */
export function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((item) => isDeeper(item, depth - 1));
}

/** A value nests deeper than `MAX_DEPTH`. */
export class TooDeep extends Error {}

/** Sets an own property whatever its name is: a plain assignment to `__proto__` would change the prototype. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  } else {
    (target as Record<string, unknown>)[key] = value;
  }
}

/** A copy of what `JSON.parse` gave, own `__proto__` keys included: refusing them is the validator's business. */
export function copyJson<T>(value: T, depth: number = MAX_DEPTH): T {
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) throw new TooDeep();
  if (Array.isArray(value)) return value.map((item) => copyJson(item, depth - 1)) as T;
  const copy = {};
  for (const [key, item] of Object.entries(value)) setOwn(copy, key, copyJson(item, depth - 1));
  return copy as T;
}
