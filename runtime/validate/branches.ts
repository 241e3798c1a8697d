import type { Check, Issues } from "./issues.js";

/** A branch that differs in kind is not worth explaining. */
const otherKind = 1_000;

/** Passes if any branch does; else tells what keeps the closest one from passing. */
export function anyOf(
  pointer: string,
  value: unknown,
  branches: readonly Check[],
  expected: string,
  issues: Issues,
): void {
  let closest: Check | undefined;
  let least = otherKind;
  for (const branch of branches) {
    const { ignored } = issues;
    const distance = issues.distance(branch, value);
    if (distance === 0) return issues.ignored === ignored ? undefined : issues.within(pointer, value, branch);
    if (distance < least) {
      closest = branch;
      least = distance;
    }
  }
  if (closest === undefined) issues.add("union", pointer, expected, value);
  else issues.within(pointer, value, closest);
}

/** Passes if exactly one branch does. */
export function oneOf(
  pointer: string,
  value: unknown,
  branches: readonly Check[],
  expected: string,
  issues: Issues,
): void {
  let passed = 0;
  for (const branch of branches) if (issues.passes(branch, value)) passed += 1;
  if (passed > 1) issues.add("union", pointer, "exactly one of: " + expected, value);
  else if (passed === 0 || issues.ignored > 0) anyOf(pointer, value, branches, expected, issues);
}

/** How many items pass a check. */
export function countMatching(values: readonly unknown[], check: Check, issues: Issues): number {
  let count = 0;
  for (const value of values) if (issues.passes(check, value)) count += 1;
  return count;
}
