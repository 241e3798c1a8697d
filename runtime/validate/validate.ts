import type { Issue, Validated } from "../issue.js";
import { edit, removed } from "./edit.js";
import { Issues, type Check } from "./issues.js";

/** JSON Schema's verdict. The value itself is given back, unless unknown properties had to be left out. */
export function validate<T>(check: Check, value: unknown): Validated<T> {
  const issues = new Issues();
  check(value, issues);
  const { found = [], surplus, overflow } = issues;
  if (issues.count === 0 && overflow === undefined) {
    return { ok: true, value: (surplus === undefined ? value : without(value, surplus)) as T };
  }
  const refused = surplus === undefined ? found : found.filter((issue) => !surplus.includes(issue));
  return { ok: false, issues: issues.count === 0 && overflow !== undefined ? [overflow] : refused };
}

function without(value: unknown, surplus: readonly Issue[]): unknown {
  return surplus.reduce((rest, { pointer }) => edit(rest, pointer, () => removed), value);
}
