import type { LargeInteger } from "../base/exact-json.js";
import type { Decoder } from "./decode.js";
import type { Parsed } from "../issue.js";
import type { ParseOptions } from "../tool.js";
import { FoundIssue } from "./found-issue.js";
import { type Check, unknownBeside } from "./issues.js";
import { readJson, repair } from "./repair.js";
import { certain, judge, type Judged } from "./validate.js";
import { isObject } from "./values.js";

/** The generated functions and settings that parse the arguments of a tool. */
export interface ParseDefinition {
  readonly check: Check;
  /** Turns the wire form into the form of the spec. Never throws. Values that it does not recognise stay. */
  readonly decode?: Decoder;
  /** Fills in defaults. Returns the same object if none is missing. */
  readonly complete?: (args: never) => unknown;
  readonly coerce: boolean;
  /** The form of an integer in JSON text that a number cannot hold; text by default. */
  readonly large?: LargeInteger;
  /** Gives 64-bit integers the form that the handler expects. Other values are returned unchanged. */
  readonly form?: (args: unknown) => unknown;
  /** Names of the bound arguments, which the model must not send. */
  readonly bound?: readonly string[];
}

/**
 * Turns the arguments of the model into those of the handler: decodes, binds, validates, repairs, fills in defaults.
 */
export function parse<T>(definition: ParseDefinition, wire: unknown, options: ParseOptions = {}): Parsed<T> {
  const { check, decode, complete, coerce, large = "text", form = (args) => args, bound = [] } = definition;
  const problems: FoundIssue[] = [];
  const notes: string[] = [];
  const sent = coerce ? parseJsonText(wire, notes, large) : wire;
  let value = decode ? decode(sent, problems) : sent;
  // More problems would not help the model, and a hostile call must not cause more work.
  problems.splice(maxProblems);
  if (bound.length > 0) value = bind(value, bound, options.bound, problems);
  value = form(value);
  let verdict = judge<T>(check, value);
  // The second round repairs values inside a JSON text.
  for (let rounds = coerce ? 2 : 0; rounds > 0 && !verdict.ok; rounds -= 1) {
    const found = verdict.issues;
    const repaired = repair(value, found, notes, large);
    if (repaired === value) break;
    value = form(repaired);
    verdict = reportNulls(judge<T>(check, value), found);
  }
  if (!verdict.ok || problems.length > 0) {
    const issues = verdict.ok ? problems : mergeIssues(problems, verdict.issues);
    return { ok: false, issues: certain(issues), sent: { wire: sent, decode } };
  }
  // Defaults have the form of the spec.
  const completed = complete ? (form(complete(verdict.value as never)) as T) : verdict.value;
  return { ok: true, value: completed, ...(notes.length > 0 && { notes }) };
}

/** `repair` removed a null, but the property is required: report the null. */
function reportNulls<T>(verdict: Judged<T>, first: readonly FoundIssue[]): Judged<T> {
  if (verdict.ok) return verdict;
  const nullAt = new Map(first.filter(({ value }) => value === null).map((issue) => [issue.pointer, issue]));
  const issues = verdict.issues.map(
    (issue) => (issue.code === "required" && nullAt.get(issue.pointer)) || issue,
  );
  return { ok: false, issues };
}

/** The same limit as in the checks. */
const maxProblems = 64;

/** Arguments in the form of JSON text, which must be parsed before they can be decoded. */
function parseJsonText(wire: unknown, notes: string[], large: LargeInteger): unknown {
  const value = readJson(wire, large);
  if (value === wire || !isObject(value)) return wire;
  notes.push("arguments: JSON text read as an object");
  return value;
}

/** Drops issues about values that could not be decoded. */
function mergeIssues(problems: readonly FoundIssue[], issues: readonly FoundIssue[]): FoundIssue[] {
  const isWithin = (inner: FoundIssue, outer: FoundIssue): boolean =>
    (inner.pointer + "/").startsWith(outer.pointer + "/");
  return [
    ...problems,
    ...issues.filter(
      (issue) => !problems.some((problem) => isWithin(issue, problem) || isWithin(problem, issue)),
    ),
  ];
}

/** Inserts the bound values, and reports the ones that the model sent. */
function bind(
  value: unknown,
  bound: readonly string[],
  values: ParseOptions["bound"] = {},
  problems: FoundIssue[],
): unknown {
  if (!isObject(value)) return value;
  for (const name of bound)
    if (Object.hasOwn(value, name)) problems.push(new FoundIssue("unknown", "", name, unknownBeside([])));
  const present = bound.filter((name) => Object.hasOwn(values, name)).map((name) => [name, values[name]]);
  return { ...value, ...(Object.fromEntries(present) as object) };
}
