import { isMapping } from "./mapping.js";

/** Longer values are cut in messages. */
const longest = 40;

/** A value in a message: the kind of a list or mapping, or the JSON text of any other value. */
export function showValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (isMapping(value)) return "a mapping";
  return showJson(value);
}

/** The JSON text of a value, cut if it is long. */
export function showJson(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
