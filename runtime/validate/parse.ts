import type { Issue, Parsed } from "../issue.js";
import type { ParseOptions } from "../tool.js";
import { put } from "./edit.js";
import type { Check } from "./issues.js";
import { segment } from "./pointer.js";
import { received } from "./received.js";
import { repair } from "./repair.js";
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
  const decoded = decode === undefined ? wire : decode(wire, problems);
  problems.push(...boundButSent(decoded, bound));
  if (problems.length > 0) return { ok: false, issues: problems };
  const value = bound === undefined ? decoded : withBound(decoded, bound, options.bound);
  let verdict = validate<T>(check, value);
  const repaired = verdict.ok || !coerce ? undefined : repair(value, verdict.issues);
  if (repaired !== undefined) verdict = validate<T>(check, repaired.value);
  if (!verdict.ok) return verdict;
  const whole = complete === undefined ? verdict.value : (complete(verdict.value as never) as T);
  return repaired === undefined
    ? { ok: true, value: whole }
    : { ok: true, value: whole, notes: repaired.notes };
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
