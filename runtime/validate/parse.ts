import type { LargeInteger } from "../exact-json.js";
import type { Issue, Parsed } from "../issue.js";
import type { ParseOptions } from "../tool.js";
import { FoundIssue } from "./found-issue.js";
import type { Check } from "./issues.js";
import { readJson, repair } from "./repair.js";
import { validate } from "./validate.js";
import { isObject } from "./values.js";

/** What generated code knows about the arguments of a tool. */
export interface Parsing {
  readonly check: Check;
  /** Undoes what the declaration changed so that the wire could carry it; throws nothing, leaves what it does not know. */
  readonly decode?: (wire: unknown, issues: Issue[]) => unknown;
  /** Fills in defaults; gives back the same object when none is missing. */
  readonly complete?: (args: never) => unknown;
  readonly coerce: boolean;
  /** What becomes of an integer in JSON text that a number cannot hold; without this it stays text. */
  readonly large?: LargeInteger;
  /** Gives 64-bit integers the form that the handler takes; leaves what is none. */
  readonly form?: (args: unknown) => unknown;
  /** Arguments that come from the caller and that the model must not send. */
  readonly bound?: readonly string[];
}

/** From what the model sent to what the handler gets: decodes, binds, validates, repairs without loss, fills in defaults. */
export function parse<T>(parsing: Parsing, wire: unknown, options: ParseOptions = {}): Parsed<T> {
  const { check, decode, complete, coerce, large = "text", form = same, bound = [] } = parsing;
  const problems: Issue[] = [];
  const notes: string[] = [];
  let value = coerce ? readText(wire, notes, large) : wire;
  if (decode) value = decode(value, problems);
  // A model reads no more, and a hostile call must not make more work.
  if (problems.length > mostProblems) problems.length = mostProblems;
  if (bound.length > 0) value = bind(value, bound, options.bound, problems);
  value = form(value);
  let verdict = validate<T>(check, value);
  if (!verdict.ok && coerce) {
    const repaired = repair(value, verdict.issues, notes, large);
    if (repaired !== value) verdict = validate<T>(check, form(repaired));
  }
  if (problems.length > 0)
    return { ok: false, issues: verdict.ok ? problems : merged(problems, verdict.issues) };
  if (!verdict.ok) return verdict;
  // Defaults are written as the spec has them.
  const whole = complete ? (form(complete(verdict.value as never)) as T) : verdict.value;
  return { ok: true, value: whole, ...(notes.length > 0 && { notes }) };
}

/** As many as the checks report. */
const mostProblems = 64;

function same(value: unknown): unknown {
  return value;
}

/** Arguments that came as JSON text; they must be read before they can be decoded. */
function readText(wire: unknown, notes: string[], large: LargeInteger): unknown {
  const value = readJson(wire, large);
  if (value === wire || !isObject(value)) return wire;
  notes.push("arguments: JSON text read as an object");
  return value;
}

/** What could not be decoded is not complained about a second time. */
function merged(problems: readonly Issue[], issues: readonly Issue[]): Issue[] {
  const isWithin = (inner: Issue, outer: Issue): boolean =>
    (inner.pointer + "/").startsWith(outer.pointer + "/");
  return [
    ...problems,
    ...issues.filter((issue) => !problems.some((told) => isWithin(issue, told) || isWithin(told, issue))),
  ];
}

/** Puts in the caller's values, and tells where the model sent one of its own. */
function bind(
  value: unknown,
  bound: readonly string[],
  values: ParseOptions["bound"] = {},
  problems: Issue[],
): unknown {
  if (!isObject(value)) return value;
  for (const name of bound)
    if (Object.hasOwn(value, name)) problems.push(new FoundIssue("unknown", "", "no such property", name));
  const given = bound.filter((name) => Object.hasOwn(values, name)).map((name) => [name, values[name]]);
  return { ...value, ...(Object.fromEntries(given) as object) };
}
