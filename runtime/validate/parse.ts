import type { Issue, Parsed } from "../issue.js";
import type { ParseOptions } from "../tool.js";
import { put } from "./edit.js";
import type { Check } from "./issues.js";
import { segment } from "./pointer.js";
import { received } from "./received.js";
import { parseJson, repair } from "./repair.js";
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
  /** Arguments that come from the caller and that the model must not send. */
  readonly bound?: readonly string[];
}

/** From what the model sent to what the handler gets: decodes, binds, validates, repairs without loss, fills in defaults. */
export function parse<T>(parsing: Parsing, wire: unknown, options: ParseOptions = {}): Parsed<T> {
  const { check, decode, complete, coerce, bound } = parsing;
  const problems: Issue[] = [];
  const notes: string[] = [];
  const sent = coerce ? readText(wire, notes) : wire;
  const decoded = decode === undefined ? sent : decode(sent, problems);
  problems.push(...boundButSent(decoded, bound));
  const value = bound === undefined ? decoded : withBound(decoded, bound, options.bound);
  let verdict = validate<T>(check, value);
  const repaired = verdict.ok || !coerce ? undefined : repair(value, verdict.issues);
  if (repaired !== undefined) {
    verdict = validate<T>(check, repaired.value);
    notes.push(...repaired.notes);
  }
  if (problems.length > 0)
    return { ok: false, issues: verdict.ok ? problems : merged(problems, verdict.issues) };
  if (!verdict.ok) return verdict;
  const whole = complete === undefined ? verdict.value : (complete(verdict.value as never) as T);
  return notes.length === 0 ? { ok: true, value: whole } : { ok: true, value: whole, notes };
}

/** Arguments that came as JSON text; they must be read before they can be decoded. */
function readText(wire: unknown, notes: string[]): unknown {
  const value = typeof wire === "string" && wire.trimStart().startsWith("{") ? parseJson(wire) : wire;
  if (value !== wire) notes.push("arguments: JSON text read as an object");
  return value;
}

/** What could not be decoded is not complained about a second time. */
function merged(problems: readonly Issue[], issues: readonly Issue[]): Issue[] {
  const isTold = ({ pointer }: Issue): boolean =>
    problems.some(
      (problem) =>
        (pointer + "/").startsWith(problem.pointer + "/") ||
        (problem.pointer + "/").startsWith(pointer + "/"),
    );
  return [...problems, ...issues.filter((issue) => !isTold(issue))];
}

function boundButSent(wire: unknown, bound: readonly string[] = []): Issue[] {
  if (!isObject(wire)) return [];
  return bound
    .filter((name) => Object.hasOwn(wire, name))
    .map((name) => ({
      pointer: "/" + segment(name),
      code: "unknown",
      expected: "no such property",
      received: received(name),
    }));
}

function withBound(value: unknown, bound: readonly string[], values: ParseOptions["bound"] = {}): unknown {
  if (!isObject(value)) return value;
  const whole = { ...value };
  for (const name of bound) if (Object.hasOwn(values, name)) put(whole, name, values[name]);
  return whole;
}
