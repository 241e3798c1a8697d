import type { Issue } from "./issue.js";
import { edit } from "./validate/edit.js";
import { segment } from "./validate/pointer.js";
import { received } from "./validate/received.js";
import { readJson } from "./validate/repair.js";
import { isObject, kindOf, own } from "./validate/values.js";

// Generated decoders are made of these. A decoder turns the wire form of a value into the value of the spec. It never throws and never changes its
// input, gives back the input itself where nothing had to change, and leaves what it does not understand for the validator to report.

/** `at` is the JSON pointer of the value, in the names of the spec. */
export type Decoder = (wire: unknown, issues: Issue[], at?: string) => unknown;

export interface DecodedField {
  /** The name in the spec, where the wire has another. */
  readonly name?: string;
  readonly decode?: Decoder;
}

/** An object whose fields, by wire name, have other names or forms in the spec. `rest` holds the properties without a name in the schema. */
export function decodeObject(
  fields: Readonly<Record<string, Decoder | DecodedField>>,
  rest?: { readonly field: string; readonly decode: Decoder },
): Decoder {
  return (wire, issues, at = "") => {
    if (!isObject(wire)) return wire;
    const members: Members = new Map();
    let isSame = true;
    for (const [key, value] of Object.entries(wire)) {
      if (key === rest?.field) continue;
      const field = own(fields, key) as Decoder | DecodedField | undefined;
      const { name = key, decode } = typeof field === "function" ? { decode: field } : (field ?? {});
      const decoded = decode ? decode(value, issues, below(at, name)) : value;
      put(members, name, decoded, issues, at);
      isSame &&= decoded === value && name === key;
    }
    const sent = rest && own(wire, rest.field);
    const others = rest?.decode(sent, issues, at);
    if (isObject(others)) for (const key of Object.keys(others)) put(members, key, others[key], issues, at);
    else if (rest !== undefined && sent !== undefined) members.set(rest.field, others);
    return isSame && others === sent ? wire : Object.fromEntries(members);
  };
}

export function decodeArray(items: Decoder): Decoder {
  return decodeTuple([], items);
}

/** A list whose items differ by position; `undefined` stands for an item that needs no decoding. */
export function decodeTuple(prefix: readonly (Decoder | undefined)[], rest?: Decoder): Decoder {
  return (wire, issues, at = "") => {
    if (!Array.isArray(wire)) return wire;
    return edit(wire, (item, index) => {
      const decode = Number(index) < prefix.length ? prefix[Number(index)] : rest;
      return decode ? decode(item, issues, below(at, index)) : item;
    });
  };
}

/** A map that travels as a list of `{key, value}`. A plain object is taken too: models send one now and then. */
export function decodeMap(decode: Decoder = (wire) => wire): Decoder {
  return (wire, issues, at = "") => {
    if (!Array.isArray(wire)) return edit(wire, (value, key) => decode(value, issues, below(at, key)));
    const members: Members = new Map();
    for (const [index, entry] of wire.entries()) {
      if (!isObject(entry) || typeof entry.key !== "string" || !Object.hasOwn(entry, "value")) {
        issues.push(problem(below(at, String(index)), "an entry {key, value}", received(entry)));
        return wire;
      }
      put(members, entry.key, decode(entry.value, issues, below(at, entry.key)), issues, at);
    }
    return Object.fromEntries(members);
  };
}

/** A value that travels as JSON in a string; an integer that a number cannot hold stays text. */
export const decodeJson: Decoder = (wire) => readJson(wire, "text");

/** The same with every integer as a number; a bigint where a number is not exact. */
export const decodeExactJson: Decoder = (wire) => readJson(wire, "bigint");

/** Values that travel as words: `"1"` for 1. */
export function decodeWords(words: readonly (readonly [string, unknown])[]): Decoder {
  const meanings = new Map<unknown, unknown>(words);
  return (wire) => (meanings.has(wire) ? structuredClone(meanings.get(wire)) : wire);
}

/** A 64-bit integer that travels as digits; one that a number cannot hold exactly is refused, never rounded. */
export const decodeDigits: Decoder = (wire, issues, at = "") => {
  const value = readDigits(wire);
  if (typeof value !== "bigint" && !isRounded(wire)) return value;
  const most = Number.MAX_SAFE_INTEGER;
  issues.push(problem(at, "integer " + -most + " to " + most, received(wire)));
  return wire;
};

/** A 64-bit integer that travels as digits: a number where that is exact, else a bigint. */
export const decodeExactDigits: Decoder = (wire, issues, at = "") => {
  if (isRounded(wire)) issues.push(problem(at, "integer as digits in a string", received(wire)));
  return readDigits(wire);
};

/** The integer that digits stand for; what is none stays as it is. */
function readDigits(wire: unknown): unknown {
  if (typeof wire !== "string" || !/^-?\d{1,40}$/.test(wire)) return wire;
  const value = Number(wire);
  // Zero without a sign.
  return Number.isSafeInteger(value) ? value + 0 : BigInt(wire);
}

/** A number that was rounded when the model's answer was read, or before. */
function isRounded(wire: unknown): boolean {
  return Number.isInteger(wire) && !Number.isSafeInteger(wire);
}

/** The first decoder whose test the value passes; `undefined` decodes nothing. */
export function decodeUnion(
  cases: readonly (readonly [(wire: unknown) => boolean, Decoder | undefined])[],
): Decoder {
  return (wire, issues, at) => {
    const decode = cases.find(([test]) => test(wire))?.[1];
    return decode ? decode(wire, issues, at) : wire;
  };
}

export function isKind(
  kind: "string" | "number" | "boolean" | "array" | "object",
): (wire: unknown) => boolean {
  return (wire) => kindOf(wire) === kind;
}

export function isWord(...words: readonly string[]): (wire: unknown) => boolean {
  return (wire) => words.includes(wire as string);
}

export function hasField(field: string): (wire: unknown) => boolean {
  return (wire) => isObject(wire) && Object.hasOwn(wire, field);
}

export function hasTag(field: string, ...values: readonly string[]): (wire: unknown) => boolean {
  return (wire) => isObject(wire) && values.includes(own(wire, field) as string);
}

/** A map, so that `__proto__` from a model becomes an ordinary property, which the validator then refuses. */
type Members = Map<string, unknown>;

function put(members: Members, name: string, value: unknown, issues: Issue[], at: string): void {
  if (members.has(name)) issues.push(problem(below(at, name), "each key once", "the key twice"));
  members.set(name, value);
}

function below(at: string, name: string): string {
  return at + "/" + segment(name);
}

function problem(pointer: string, expected: string, received: string): Issue {
  return { pointer, code: "decode", expected, received };
}
