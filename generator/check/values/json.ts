import { canonical } from "../../base/canonical.js";
import type { Json } from "../../ir.js";

export function sameJson(a: Json, b: Json): boolean {
  return a === b || (typeof a === "object" && typeof b === "object" && canonical(a) === canonical(b));
}

/** A value as a message shows it. */
export function short(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
