import type { Validated } from "../issue.js";
import { edit } from "./edit.js";
import { Issues, type Check } from "./issues.js";

/** JSON Schema's verdict. The value itself is given back, unless unknown properties had to be left out. */
export function validate<T>(check: Check, value: unknown): Validated<T> {
  const issues = new Issues(false);
  check(value, issues);
  const { found = issues.overflow && [issues.overflow], surplus } = issues;
  if (found !== undefined) return { ok: false, issues: found };
  return { ok: true, value: (surplus === undefined ? value : without(value, surplus)) as T };
}

function without(value: unknown, surplus: Issues["surplus"] = []): unknown {
  const names = new Map<unknown, Set<string>>();
  for (const [owner, name] of surplus) names.set(owner, (names.get(owner) ?? new Set()).add(name));
  const visit = (member: unknown): unknown =>
    edit(member, (inner, name) => (names.get(member)?.has(name) ? undefined : visit(inner)));
  return visit(value);
}
