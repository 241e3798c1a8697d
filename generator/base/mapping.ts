import type { Json, JsonObject } from "../ir.js";

/** A JSON object or a YAML mapping whose content is unknown. */
export type Mapping = Readonly<Record<string, unknown>>;

export function isMapping(value: Json | undefined): value is JsonObject;
export function isMapping(value: unknown): value is Mapping;
export function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns an own property of a value. Inherited properties are ignored, because `constructor` and `__proto__` are
 * ordinary names in a document.
 */
export function own(value: unknown, key: string): unknown {
  return isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Sets an own property, even if its name is `__proto__`. */
export function put<T>(target: Record<string, T>, key: string, value: T): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}
