import type { Validated } from "../issue.js";
import { Issues, type Check } from "./issues.js";

/** JSON Schema's verdict. The value itself is given back, unless unknown properties had to be left out. */
export function validate<T>(check: Check, value: unknown): Validated<T> {
  const issues = new Issues();
  check(value, issues);
  const { found = issues.overflow && [issues.overflow], surplus } = issues;
  if (found) return { ok: false, issues: found };
  return { ok: true, value: (surplus ? surplus.removeFrom(value) : value) as T };
}
