import { isMapping } from "./mapping.js";

/** The maximum number of characters of a value in a message. */
const longest = 40;

/** Describes a value in a message: "a list", "a mapping", or the JSON text of any other value. */
export function showValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (isMapping(value)) return "a mapping";
  return showJson(value);
}

/** Returns the JSON text of a value. A long text is shortened. */
export function showJson(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
