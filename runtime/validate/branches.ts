import type { IssueCode, Needed, Expectation } from "../issue.js";
import { edit } from "./edit.js";
import type { FoundIssue } from "./found-issue.js";
import type { Check, Issues } from "./issues.js";
import { segment, segments } from "./pointer.js";
import { Surplus } from "./surplus.js";
import { attempt, passes } from "./trial.js";
import { isObject, keys, kindOf } from "./values.js";

/**
 * Checks that a value passes at least one branch. Otherwise reports the issues of the branch that is most
 * similar to the value.
 */
export function anyOf(
  pointer: string,
  value: unknown,
  branches: readonly Check[],
  expected: string,
  issues: Issues,
): void {
  let closest: Check | undefined;
  let leastDistance = otherKindWeight;
  const expectation: Expectation[] = [];
  const incomplete: Incomplete[] = [];
  let isMissing = false;
  for (const branch of branches) {
    const trial = attempt(branch, value, issues);
    if (trial.found === undefined) return adoptSurplus(trial, issues);
    const distance = trial.found.reduce((sum, issue) => sum + weightOf(issue), 0);
    const needed = missingOnly(trial.found);
    if (distance < leastDistance) isMissing = needed !== undefined;
    if (needed !== undefined) incomplete.push({ branch, needed });
    if (distance < leastDistance) {
      closest = branch;
      leastDistance = distance;
    }
    expectation.push(...trial.found.map((issue) => issue.expectation));
  }
  if (closest === undefined)
    issues.put("union", pointer, value, { expected, ...anyExpectation(expectation) });
  else {
    const alternatives = isMissing ? alternativesOf(incomplete, issues) : [];
    if (alternatives.length < 2 || alternatives.flat().length > maxNeeded)
      issues.within(pointer, value, closest);
    else
      issues.put("required", pointer + "/" + segment(alternatives[0]![0]!.name), undefined, { alternatives });
  }
}

type MissingProperties = readonly Needed[];

/** A branch that the value fails only because properties are missing. */
interface Incomplete {
  readonly branch: Check;
  readonly needed: readonly MissingProperties[];
}

/**
 * Returns the properties that each branch still needs. If the value already has a required property of some
 * branches, only these branches count.
 */
function alternativesOf(incomplete: readonly Incomplete[], issues: Issues): readonly MissingProperties[] {
  const fewest = (alternatives: readonly MissingProperties[]): number =>
    Math.min(...alternatives.map(({ length }) => length));
  const partial = incomplete.filter(({ branch, needed }) => {
    const atFirst = missingOnly(attempt(branch, {}, issues).found ?? []);
    return atFirst !== undefined && fewest(atFirst) > fewest(needed);
  });
  return (partial.length > 0 ? partial : incomplete).flatMap(({ needed }) => needed);
}

/** The largest number of missing properties in a message that lists all alternatives. */
const maxNeeded = 8;

/**
 * If all issues of a branch are about missing properties, returns these properties. The result has one list
 * for each alternative of a union inside of the branch.
 */
function missingOnly(found: readonly FoundIssue[]): readonly MissingProperties[] | undefined {
  const [only] = found;
  if (found.length === 1 && only?.expectation.alternatives !== undefined && isMissingProperty(only))
    return only.expectation.alternatives;
  if (!found.every((issue) => issue.expectation.alternatives === undefined && isMissingProperty(issue)))
    return undefined;
  return [found.map(({ pointer, expectation }) => ({ name: segments(pointer)[0]!, expectation }))];
}

/** Whether the issue is about a missing property of the value itself, and not of a value inside it. */
function isMissingProperty({ code, pointer }: FoundIssue): boolean {
  return code === "required" && segments(pointer).length === 1;
}

/** Combines the valid types and values of several branches. */
function anyExpectation(expectation: readonly Expectation[]): Expectation {
  return {
    types: expectation.flatMap(({ types }) => types ?? []).join("|"),
    values: expectation.flatMap(({ values = [] }) => [...values]),
  };
}

/** Checks that a value passes exactly one branch. */
export function oneOf(
  pointer: string,
  value: unknown,
  branches: readonly Check[],
  expected: string,
  issues: Issues,
): void {
  const passed = branches.map((branch) => attempt(branch, value, issues)).filter(({ count }) => count === 0);
  if (passed.length > 1) issues.put("union", pointer, value, ambiguity(value, branches, expected, issues));
  else if (passed[0] === undefined) anyOf(pointer, value, branches, expected, issues);
  else adoptSurplus(passed[0], issues);
}

/** The largest number of properties that `ambiguity` tries to remove. */
const maxTried = 32;

/**
 * Describes the issue of a value that matches several branches. For an object, the result names the
 * properties that cause the ambiguity.
 */
function ambiguity(
  value: unknown,
  branches: readonly Check[],
  expected: string,
  issues: Issues,
): Expectation {
  const countMatches = (names: readonly string[]): number => {
    const rest = edit(value, (member, name) => (names.includes(name) ? undefined : member));
    return branches.filter((branch) => passes(branch, rest, issues)).length;
  };
  const matchCount = countMatches([]);
  if (!isObject(value)) return { expected: "exactly one of: " + expected, matchCount };
  const names = keys(value).slice(0, maxTried);
  const counts = new Map(names.map((name) => [name, countMatches([name])]));
  const ambiguousNames = names.filter((name) => counts.get(name)! < matchCount);
  const isChoice = ambiguousNames.every(
    (keptName) => countMatches(ambiguousNames.filter((name) => name !== keptName)) === 1,
  );
  if (ambiguousNames.length > 1 && isChoice)
    return { expected: "only one of them may be given", surplus: ambiguousNames, keepOne: true };
  const surplus = names.filter((name) => counts.get(name) === 1);
  if (surplus.length > 0) return { expected: "only one alternative may apply", surplus };
  return { expected: "an object that fits exactly one alternative, not " + matchCount, matchCount };
}

/** Returns the number of items that pass a check. */
export function countMatching(values: readonly unknown[], check: Check, issues: Issues): number {
  return values.filter((value) => passes(check, value, issues)).length;
}

/** Keeps the unknown properties that the matching branch marked for removal. */
function adoptSurplus({ surplus }: Issues, issues: Issues): void {
  if (surplus !== undefined) (issues.surplus ??= new Surplus()).addAll(surplus);
}

/** The distance of a branch that expects another kind of value. Its issues would not help the model. */
const otherKindWeight = 1_000;

/**
 * Returns the weight of an issue. The branch with the smallest sum of weights is the most similar one. From
 * heaviest to lightest, the issues are: a wrong kind of value, a constant that marks another branch, a
 * missing property, an invalid property.
 */
function weightOf(issue: FoundIssue): number {
  return issue.pointer === "" && isOtherKind(issue) ? otherKindWeight : (weights[issue.code] ?? 3);
}

function isOtherKind({ code, value, expectation }: FoundIssue): boolean {
  if (code !== "enum" && code !== "const") return code === "type" || code === "never";
  return ![...(expectation.values ?? [])].some((one) => kindOf(one) === kindOf(value));
}

const weights: Partial<Record<IssueCode, number>> = {
  const: 40,
  enum: 40,
  required: 20,
  dependency: 20,
  unknown: 15,
  type: 8,
};
