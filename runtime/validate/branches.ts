import type { IssueCode, Needed, Wanted } from "../issue.js";
import { edit } from "./edit.js";
import type { FoundIssue } from "./found-issue.js";
import type { Check, Issues } from "./issues.js";
import { segment, segments } from "./pointer.js";
import { Surplus } from "./surplus.js";
import { attempt, passes } from "./trial.js";
import { isObject, keys, kindOf } from "./values.js";

/** Passes if any branch does. Otherwise reports the issues of the closest branch. */
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
  const incomplete: Incomplete[] = [];
  let isMissing = false;
  for (const branch of branches) {
    const trial = attempt(branch, value, issues);
    if (trial.found === undefined) return adopt(trial, issues);
    const distance = trial.found.reduce((sum, issue) => sum + weightOf(issue), 0);
    const needed = neededOnly(trial.found);
    if (distance < least) isMissing = needed !== undefined;
    if (needed !== undefined) incomplete.push({ branch, needed });
    if (distance < least) {
      closest = branch;
      least = distance;
    }
    wanted.push(...trial.found.map((issue) => issue.wanted));
  }
  if (closest === undefined) issues.put("union", pointer, value, { expected, ...either(wanted) });
  else {
    const ways = isMissing ? waysOf(incomplete, issues) : [];
    if (ways.length < 2 || ways.flat().length > mostNeeded) issues.within(pointer, value, closest);
    else issues.put("required", pointer + "/" + segment(ways[0]![0]!.name), undefined, { ways });
  }
}

type Way = readonly Needed[];

/** A branch that only lacks properties. */
interface Incomplete {
  readonly branch: Check;
  readonly needed: readonly Way[];
}

/**
 * The properties that the branches lack. If the value already has a part of what some branches require, only those
 * count.
 */
function waysOf(incomplete: readonly Incomplete[], issues: Issues): readonly Way[] {
  const least = (ways: readonly Way[]): number => Math.min(...ways.map(({ length }) => length));
  const begun = incomplete.filter(({ branch, needed }) => {
    const atFirst = neededOnly(attempt(branch, {}, issues).found ?? []);
    return atFirst !== undefined && least(atFirst) > least(needed);
  });
  return (begun.length > 0 ? begun : incomplete).flatMap(({ needed }) => needed);
}

/** More missing properties than this are not listed. */
const mostNeeded = 8;

/** The properties that a branch lacks, if nothing else is wrong: one set, or those of a union inside it. */
function neededOnly(found: readonly FoundIssue[]): readonly Way[] | undefined {
  const [only] = found;
  if (found.length === 1 && only?.wanted.ways !== undefined && isOfProperty(only)) return only.wanted.ways;
  if (!found.every((issue) => issue.wanted.ways === undefined && isOfProperty(issue))) return undefined;
  return [found.map(({ pointer, wanted }) => ({ name: segments(pointer)[0]!, wanted }))];
}

/** Whether a property of the value itself is missing. */
function isOfProperty({ code, pointer }: FoundIssue): boolean {
  return code === "required" && segments(pointer).length === 1;
}

/** The types and values that any of the branches expects. */
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
  if (passed.length > 1) issues.put("union", pointer, value, several(value, branches, expected, issues));
  else if (passed[0] === undefined) anyOf(pointer, value, branches, expected, issues);
  else adopt(passed[0], issues);
}

/** The search tries to remove at most this many properties. */
const mostTried = 32;

/**
 * The issue of a value that matches several branches. For an object it names the properties that cause the ambiguity.
 */
function several(value: unknown, branches: readonly Check[], expected: string, issues: Issues): Wanted {
  const fitting = (names: readonly string[]): number => {
    const rest = edit(value, (member, name) => (names.includes(name) ? undefined : member));
    return branches.filter((branch) => passes(branch, rest, issues)).length;
  };
  const fits = fitting([]);
  if (!isObject(value)) return { expected: "exactly one of: " + expected, fits };
  const names = keys(value).slice(0, mostTried);
  const counts = new Map(names.map((name) => [name, fitting([name])]));
  const telling = names.filter((name) => counts.get(name)! < fits);
  const isChoice = telling.every((kept) => fitting(telling.filter((name) => name !== kept)) === 1);
  if (telling.length > 1 && isChoice)
    return { expected: "only one of them may be given", surplus: telling, keepOne: true };
  const surplus = names.filter((name) => counts.get(name) === 1);
  if (surplus.length > 0) return { expected: "only one alternative may apply", surplus };
  return { expected: "an object that fits exactly one alternative, not " + fits, fits };
}

/** How many items pass a check. */
export function countMatching(values: readonly unknown[], check: Check, issues: Issues): number {
  return values.filter((value) => passes(check, value, issues)).length;
}

/** Keeps the unknown properties that the passing branch removes. */
function adopt({ surplus }: Issues, issues: Issues): void {
  if (surplus !== undefined) (issues.surplus ??= new Surplus()).addAll(surplus);
}

/** The distance of a branch that expects another kind of value. It is not worth explaining. */
const otherKind = 1_000;

/**
 * The weight of an issue when branches are compared: a wrong kind of value weighs most, then a constant that marks
 * another branch, then a missing property. An invalid property weighs least.
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
