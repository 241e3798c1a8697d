import type { Json } from "../ir.js";

/** The same text for equal JSON values, whatever the order of their keys. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(Object.is(value, -0) ? 0 : value);
  const object = value as Readonly<Record<string, Json>>;
  const entries = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(object[key]!)}`);
  return `{${entries.join()}}`;
}

export function sameJson(a: Json, b: Json): boolean {
  return a === b || (typeof a === "object" && typeof b === "object" && canonical(a) === canonical(b));
}

/** A value as a message shows it. */
export function short(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
