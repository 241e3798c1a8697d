import type { Issue, Validated } from "../issue.js";
import { edit, removed } from "./edit.js";
import { Issues, type Check } from "./issues.js";

/** JSON Schema's verdict. The value itself is given back, unless unknown properties had to be left out. */
export function validate<T>(check: Check, value: unknown): Validated<T> {
  const issues = new Issues();
  check(value, issues);
  if (issues.count > 0) return { ok: false, issues: refused(issues) };
  if (issues.overflow !== undefined) return { ok: false, issues: [issues.overflow] };
  return { ok: true, value: (issues.surplus === undefined ? value : without(value, issues.surplus)) as T };
}

function refused({ found = [], surplus }: Issues): readonly Issue[] {
  return surplus === undefined ? found : found.filter((issue) => !surplus.includes(issue));
}

function without(value: unknown, surplus: readonly Issue[]): unknown {
  return surplus.reduce((rest, { pointer }) => edit(rest, pointer, () => removed), value);
}
