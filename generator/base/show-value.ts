import { isMapping } from "./mapping.js";

/** More characters of a value do not help a reader. */
const longest = 40;

/** A value as a message names it: its kind, or the value itself where it is a plain one. */
export function showValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (isMapping(value)) return "a mapping";
  return showJson(value);
}

/** The JSON text of a value, cut where it is long. */
export function showJson(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
