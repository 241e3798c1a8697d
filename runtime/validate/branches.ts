import type { IssueCode } from "../issue.js";
import type { FoundIssue } from "./found-issue.js";
import type { Wanted } from "../issue.js";
import type { Check, Issues } from "./issues.js";
import { Surplus } from "./surplus.js";
import { attempt, passes } from "./trial.js";
import { kindOf } from "./values.js";

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
  const wanted: Wanted[] = [];
  for (const branch of branches) {
    const trial = attempt(branch, value, issues);
    if (trial.found === undefined) return adopt(trial, issues);
    const distance = trial.found.reduce((sum, issue) => sum + weightOf(issue), 0);
    if (distance < least) {
      closest = branch;
      least = distance;
    }
    wanted.push(...trial.found.map((issue) => issue.wanted));
  }
  if (closest === undefined) issues.put("union", pointer, value, { expected, ...either(wanted) });
  else issues.within(pointer, value, closest);
}

/** What any of the branches wants of a value. */
function either(wanted: readonly Wanted[]): Wanted {
  return {
    types: wanted.flatMap(({ types }) => types ?? []).join("|"),
    values: wanted.flatMap(({ values = [] }) => [...values]),
  };
}

/** Passes if exactly one branch does. */
export function oneOf(
  pointer: string,
  value: unknown,
  branches: readonly Check[],
  expected: string,
  issues: Issues,
): void {
  const passed = branches.map((branch) => attempt(branch, value, issues)).filter(({ count }) => count === 0);
  if (passed.length > 1) issues.add("union", pointer, "exactly one of: " + expected, value);
  else if (passed[0] === undefined) anyOf(pointer, value, branches, expected, issues);
  else adopt(passed[0], issues);
}

/** How many items pass a check. */
export function countMatching(values: readonly unknown[], check: Check, issues: Issues): number {
  return values.filter((value) => passes(check, value, issues)).length;
}

/** What the branch that passed leaves out is left out. */
function adopt({ surplus }: Issues, issues: Issues): void {
  if (surplus !== undefined) (issues.surplus ??= new Surplus()).addAll(surplus);
}

/** A branch that differs in kind is not worth explaining. */
const otherKind = 1_000;

/**
 * A wrong kind of value says most against a branch, then a constant that marks another branch, then an absent property;
 * a property that is there and wrong says least.
 */
function weightOf(issue: FoundIssue): number {
  return issue.pointer === "" && isOtherKind(issue) ? otherKind : (weights[issue.code] ?? 3);
}

function isOtherKind({ code, value, wanted }: FoundIssue): boolean {
  if (code !== "enum" && code !== "const") return code === "type" || code === "never";
  return ![...(wanted.values ?? [])].some((one) => kindOf(one) === kindOf(value));
}

const weights: Partial<Record<IssueCode, number>> = {
  const: 40,
  enum: 40,
  required: 20,
  dependency: 20,
  unknown: 15,
  type: 8,
};
