import type { FoundIssue } from "./found-issue.js";
import type { Check, Issues } from "./issues.js";

/** Runs the check that a condition about the `names` of an object has chosen. */
export function underCondition(names: readonly string[], check: Check, value: unknown, issues: Issues): void {
  const { count } = issues;
  check(value, issues);
  for (let at = count; at < issues.count; at += 1) issues.found![at]!.dependOn(names);
}

/** Leaves out issues whose condition is about a property that is missing or wrong: it may choose otherwise for the right value. */
export function withoutDoubtful(issues: readonly FoundIssue[]): readonly FoundIssue[] {
  const certain = issues.filter(({ isConditional }) => !isConditional);
  if (certain.length === issues.length) return issues;
  const pointers = certain.map(({ pointer }) => pointer);
  return issues.filter((issue) => !pointers.some((pointer) => issue.dependsOn(pointer)));
}
