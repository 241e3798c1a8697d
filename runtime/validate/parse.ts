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
  /**
   * Converts the wire form into the form of the spec. Never throws. A value that the decoder does not
   * recognise stays unchanged.
   */
  readonly decode?: Decoder;
  /** Fills in defaults. Returns the same object if no argument is missing. */
  readonly complete?: (args: never) => unknown;
  readonly coerce: boolean;
  /** How an integer in JSON text is returned if a JavaScript number cannot hold it. Default: as text. */
  readonly large?: LargeInteger;
  /** Converts 64-bit integers to the type that the handler expects. Returns other values unchanged. */
  readonly form?: (args: unknown) => unknown;
  /** The names of the bound arguments. The model must not send these arguments. */
  readonly bound?: readonly string[];
}

/**
 * Converts the arguments that the model sent into the arguments for the handler: decodes them, inserts bound
 * values, validates, repairs, and fills in defaults.
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
  // The first round may replace a JSON text by its value. The second round repairs values inside of that
  // value.
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
  // Defaults have the types of the spec, so `form` converts them too.
  const completed = complete ? (form(complete(verdict.value as never)) as T) : verdict.value;
  return { ok: true, value: completed, ...(notes.length > 0 && { notes }) };
}

/**
 * The repair removes null. If the property is required, the issue about the null is reported in place of the
 * issue about a missing property.
 */
function reportNulls<T>(verdict: Judged<T>, first: readonly FoundIssue[]): Judged<T> {
  if (verdict.ok) return verdict;
  const nullAt = new Map(first.filter(({ value }) => value === null).map((issue) => [issue.pointer, issue]));
  const issues = verdict.issues.map(
    (issue) => (issue.code === "required" && nullAt.get(issue.pointer)) || issue,
  );
  return { ok: false, issues };
}

/** The largest number of problems. The checks have the same limit for issues. */
const maxProblems = 64;

/** Parses arguments that the model sent as one JSON text. */
function parseJsonText(wire: unknown, notes: string[], large: LargeInteger): unknown {
  const value = readJson(wire, large);
  if (value === wire || !isObject(value)) return wire;
  notes.push("arguments: JSON text read as an object");
  return value;
}

/**
 * Joins the issues of decoding and checking. An issue of a check is left out if it is about a value that
 * could not be decoded.
 */
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

/** Inserts the values of bound arguments. Reports bound arguments that the model sent. */
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
