import type { Validated } from "../issue.js";
import type { FoundIssue } from "./found-issue.js";
import { Issues, type Check } from "./issues.js";

/** The result of a check. The issues still contain the values with the problems. */
export type Judged<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly FoundIssue[] };

/** Validates a value. Returns the value itself, or a copy if unknown properties had to be removed. */
export function validate<T>(check: Check, value: unknown): Validated<T> {
  const judged = judge<T>(check, value);
  return judged.ok ? judged : { ok: false, issues: certain(judged.issues) };
}

/** Removes doubtful issues: they follow from a condition about a property that is missing or invalid. */
export function certain(issues: readonly FoundIssue[]): readonly FoundIssue[] {
  // Few schemas have conditions, so most calls need no new list.
  for (const { isDoubtful } of issues)
    if (isDoubtful) return issues.filter((issue) => !issue.isDoubtful?.(issues));
  return issues;
}

export function judge<T>(check: Check, value: unknown): Judged<T> {
  const issues = new Issues();
  check(value, issues);
  const { found = issues.overflow && [issues.overflow], surplus } = issues;
  if (found) return { ok: false, issues: found };
  return { ok: true, value: (surplus ? surplus.removeFrom(value) : value) as T };
}
