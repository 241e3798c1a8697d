import { edit } from "./edit.js";
import { FoundIssue } from "./found-issue.js";
import type { Expectation } from "../issue.js";
import { unknownBeside } from "./issues.js";
import { segment } from "./pointer.js";
import { readJson } from "./repair.js";
import { isObject, kindOf, own } from "./values.js";

// The parts of generated decoders. A decoder converts the wire form of a value into the form of the spec. A
// decoder never throws and never changes its input. If no value changes, it returns the input itself. A value
// that a decoder does not recognise stays unchanged, and the check reports it.

export interface Decoder {
  /** `at` is the JSON pointer to the value, in the names of the spec. */
  (wire: unknown, issues: FoundIssue[], at?: string): unknown;
  /** The wire form that the decoder reads. Messages to the model describe it. */
  readonly shape?: Shape;
}

/** A description of the wire form of a value. */
export type Shape =
  | { readonly kind: "object"; readonly fields: Fields; readonly rest?: Rest | undefined }
  | {
      readonly kind: "list";
      readonly prefix: readonly (Decoder | undefined)[];
      readonly rest?: Decoder | undefined;
    }
  | { readonly kind: "map"; readonly decode?: Decoder | undefined }
  | { readonly kind: "json" }
  | { readonly kind: "digits" }
  | { readonly kind: "words"; readonly words: Words }
  | { readonly kind: "union"; readonly cases: Cases };

export type Fields = Readonly<Record<string, Decoder | DecodedField>>;
/** The wire field that contains the additional properties of an object, and its decoder. */
type Rest = { readonly field: string; readonly decode: Decoder };
type Words = readonly (readonly [string, unknown])[];
type Cases = readonly (readonly [(wire: unknown) => boolean, Decoder | undefined])[];

export interface DecodedField {
  /** The name of the property in the spec, if the wire name differs. */
  readonly name?: string;
  readonly decode?: Decoder;
}

/**
 * Returns a decoder of an object. `fields` contains the fields whose name or form in the spec differs from
 * the wire. `rest` is the wire field that contains the additional properties.
 */
export function decodeObject(fields: Fields, rest?: Rest): Decoder {
  return withShape({ kind: "object", fields, rest }, (wire, issues, at = "") => {
    if (!isObject(wire)) return wire;
    const members: Members = new Map();
    let isSame = true;
    for (const [key, value] of Object.entries(wire)) {
      if (key === rest?.field) continue;
      const { name = key, decode } = fieldOf(fields, key);
      const decoded = decode ? decode(value, issues, pointerTo(at, name)) : value;
      put(members, name, decoded, issues, at);
      isSame &&= decoded === value && name === key;
    }
    const sent = rest && own(wire, rest.field);
    const others = rest?.decode(sent, issues, at);
    if (isObject(others)) for (const key of Object.keys(others)) put(members, key, others[key], issues, at);
    else if (rest !== undefined && sent !== undefined) members.set(rest.field, others);
    return isSame && others === sent ? wire : Object.fromEntries(members);
  });
}

/** Returns the decoder and the name of a field, by its wire name. */
function fieldOf(fields: Fields, key: string): DecodedField {
  const field = own(fields, key) as Decoder | DecodedField | undefined;
  return typeof field === "function" ? { decode: field } : (field ?? {});
}

export function decodeArray(items: Decoder): Decoder {
  return decodeTuple([], items);
}

/**
 * Returns a decoder of a list. `prefix` contains one decoder for each of the first items, or `undefined` if
 * the item is not decoded.
 */
export function decodeTuple(prefix: readonly (Decoder | undefined)[], rest?: Decoder): Decoder {
  return withShape({ kind: "list", prefix, rest }, (wire, issues, at = "") => {
    if (!Array.isArray(wire)) return wire;
    return edit(wire, (item, index) => {
      const decode = Number(index) < prefix.length ? prefix[Number(index)] : rest;
      return decode ? decode(item, issues, pointerTo(at, index)) : item;
    });
  });
}

/**
 * Returns a decoder of a map that travels as a list of `{key, value}`. The decoder also accepts a plain
 * object, because models sometimes send one. `others` decides whether further fields of an entry are refused
 * or ignored.
 */
export function decodeMap(decode: Decoder = (wire) => wire, others: "refuse" | "drop" = "refuse"): Decoder {
  return withShape({ kind: "map", decode }, (wire, issues, at = "") => {
    if (!Array.isArray(wire)) return edit(wire, (value, key) => decode(value, issues, pointerTo(at, key)));
    const members: Members = new Map();
    for (const [index, entry] of wire.entries()) {
      if (!isObject(entry) || typeof entry.key !== "string" || !Object.hasOwn(entry, "value")) {
        issues.push(
          problem(pointerTo(at, String(index)), entry, {
            expected: '{"key": <string>, "value": …}',
            isEntry: true,
          }),
        );
        return wire;
      }
      if (others === "refuse") refuseOthers(entry, pointerTo(at, String(index)), issues);
      put(members, entry.key, decode(entry.value, issues, pointerTo(at, entry.key)), issues, at);
    }
    return Object.fromEntries(members);
  });
}

function refuseOthers(entry: object, at: string, issues: FoundIssue[]): void {
  for (const name of Object.keys(entry))
    if (name !== "key" && name !== "value")
      issues.push(new FoundIssue("unknown", at, name, { ...unknownBeside([]), isEntry: true }));
}

/** Decodes a value that travels as JSON text. An integer that a JavaScript number cannot hold stays text. */
export const decodeJson: Decoder = /* @__PURE__ */ withShape({ kind: "json" }, (wire) =>
  readJson(wire, "text"),
);

/**
 * Decodes a value that travels as JSON text. An integer that a JavaScript number cannot hold becomes a
 * bigint.
 */
export const decodeExactJson: Decoder = /* @__PURE__ */ withShape({ kind: "json" }, (wire) =>
  readJson(wire, "bigint"),
);

/** Returns a decoder of values that travel as words, such as `"1"` for 1. */
export function decodeWords(words: Words): Decoder {
  const meanings = new Map<unknown, unknown>(words);
  return withShape({ kind: "words", words }, (wire) =>
    meanings.has(wire) ? structuredClone(meanings.get(wire)) : wire,
  );
}

/**
 * Decodes a 64-bit integer that travels as a text of digits. Refuses an integer that a JavaScript number
 * cannot hold exactly.
 */
export const decodeDigits: Decoder = /* @__PURE__ */ withShape(
  { kind: "digits" },
  (wire, issues, at = "") => {
    const value = readDigits(wire);
    if (typeof value !== "bigint" && !isRounded(wire)) return value;
    const max = Number.MAX_SAFE_INTEGER;
    const expected = "integer from " + -max + " to " + max + ", as digits in a string";
    issues.push(problem(at, wire, { expected }));
    return wire;
  },
);

/**
 * Decodes a 64-bit integer that travels as a text of digits. The result is a number if the number is exact.
 * Otherwise it is a bigint.
 */
export const decodeExactDigits: Decoder = /* @__PURE__ */ withShape(
  { kind: "digits" },
  (wire, issues, at = "") => {
    if (isRounded(wire)) issues.push(problem(at, wire, { expected: "integer as digits in a string" }));
    return readDigits(wire);
  },
);

/** Returns the integer that a text of digits contains. Returns any other value unchanged. */
function readDigits(wire: unknown): unknown {
  if (typeof wire !== "string" || !/^-?\d{1,40}$/.test(wire)) return wire;
  const value = Number(wire);
  // Adding 0 converts -0 to 0.
  return Number.isSafeInteger(value) ? value + 0 : BigInt(wire);
}

/** Whether a value is an integer that lost digits when its JSON was parsed. */
function isRounded(wire: unknown): boolean {
  return Number.isInteger(wire) && !Number.isSafeInteger(wire);
}

/**
 * Returns a decoder that applies the decoder of the first case whose test passes. A case with `undefined`
 * leaves the value unchanged.
 */
export function decodeUnion(cases: Cases): Decoder {
  return withShape({ kind: "union", cases }, (wire, issues, at) => {
    const decode = cases.find(([test]) => test(wire))?.[1];
    return decode ? decode(wire, issues, at) : wire;
  });
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

/** The members of an object. In a `Map`, `__proto__` is an ordinary key, which the check refuses later. */
type Members = Map<string, unknown>;

function put(members: Members, name: string, value: unknown, issues: FoundIssue[], at: string): void {
  if (members.has(name))
    issues.push(
      problem(pointerTo(at, name), value, {
        expected: "each key once",
        received: JSON.stringify(name) + " twice",
        isKey: true,
      }),
    );
  members.set(name, value);
}

function pointerTo(at: string, name: string): string {
  return at + "/" + segment(name);
}

function problem(pointer: string, value: unknown, expectation: Expectation): FoundIssue {
  return new FoundIssue("decode", pointer, value, expectation);
}

function withShape(shape: Shape, decode: Decoder): Decoder {
  return Object.assign(decode, { shape });
}
