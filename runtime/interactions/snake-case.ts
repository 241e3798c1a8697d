import { isObject } from "../base/is-object.js";

/** Converts a name, or all names of an object, to the spelling of this API. */
export function snakeCase(value: string): string;
export function snakeCase(value: unknown): unknown;
export function snakeCase(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [snakeCase(name), isObject(item) ? snakeCase(item) : item]),
  );
}
