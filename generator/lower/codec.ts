import { sameJson } from "../base/canonical.js";
import { isMapping } from "../base/mapping.js";
import type { Json, JsonObject, Schema } from "../ir.js";

// The type `Codec`, and the functions `encode` and `decode`, which convert values with a codec.

/**
 * Describes how a value is converted to its wire form and back. If a value and its wire form are equal, undefined is
 * used instead of a codec. A codec is plain data: `emit/decoder.ts` prints it as code, and `encode` and `decode` in
 * this file interpret it.
 */
export type Codec =
  | ObjectCodec
  | { readonly kind: "array"; readonly items: Codec }
  | TupleCodec
  /** A map whose wire form is a list of `{ key, value }`. */
  | { readonly kind: "map"; readonly value: Codec | undefined }
  /** A value of any type whose wire form is its JSON in a string. */
  | { readonly kind: "json" }
  /** Values that an enum of strings cannot contain, for example `3` or `""`. The wire form is a word for each value. */
  | { readonly kind: "words"; readonly words: readonly (readonly [string, Json])[] }
  /** A 64-bit integer whose wire form is a string of decimal digits. */
  | { readonly kind: "digits" }
  | { readonly kind: "union"; readonly cases: readonly UnionCase[] };

export interface ObjectCodec {
  readonly kind: "object";
  readonly fields: readonly FieldCodec[];
  /**
   * All properties that the schema does not list travel together, as the value of the wire property `wire`. `codec`
   * converts this value.
   */
  readonly rest: { readonly wire: string; readonly codec: Codec } | undefined;
}

export interface FieldCodec {
  readonly name: string;
  readonly wire: string;
  readonly codec: Codec | undefined;
}

export interface TupleCodec {
  readonly kind: "tuple";
  readonly prefix: readonly (Codec | undefined)[];
  readonly rest: Codec | undefined;
}

/** One branch of a union. The first branch whose test accepts the wire value decodes the value. */
export interface UnionCase {
  readonly test: WireTest;
  readonly codec: Codec | undefined;
  /** The schema of the branch before lowering. `encode` uses it to find the branch of a value. */
  readonly schema: Schema;
}

export type WireKind = "string" | "number" | "boolean" | "array" | "object";

/** A test that decides by the wire value alone, without a schema. */
export type WireTest =
  | { readonly is: WireKind }
  | { readonly word: readonly string[] }
  | { readonly tag: string; readonly values: readonly string[] }
  | { readonly has: string };

/** Returns whether a value matches a schema. `encode` needs this function to choose the branch of a union. */
export type Fits = (schema: Schema, value: Json) => boolean;

/** Returns the wire form of a value that is valid for its schema. */
export function encode(codec: Codec | undefined, value: Json, fits: Fits): Json {
  if (codec === undefined) return value;
  switch (codec.kind) {
    case "object":
      return isMapping(value) ? encodeObject(codec, value, fits) : value;
    case "array":
      return Array.isArray(value) ? value.map((item: Json) => encode(codec.items, item, fits)) : value;
    case "tuple":
      return Array.isArray(value)
        ? value.map((item: Json, index) => encode(itemCodec(codec, index), item, fits))
        : value;
    case "map":
      if (!isMapping(value)) return value;
      return Object.entries(value).map(([key, item]) => ({ key, value: encode(codec.value, item, fits) }));
    case "json":
      return JSON.stringify(value);
    case "words":
      return codec.words.find(([, meaning]) => sameJson(meaning, value))?.[0] ?? value;
    case "digits":
      return typeof value === "number" ? String(value) : value;
    case "union": {
      const chosen = codec.cases.find((candidate) => fits(candidate.schema, value));
      return chosen === undefined ? value : encode(chosen.codec, value, fits);
    }
  }
}

function encodeObject(codec: ObjectCodec, value: JsonObject, fits: Fits): Json {
  const named: [string, Json][] = [];
  const others: [string, Json][] = [];
  for (const [name, item] of Object.entries(value)) {
    const field = codec.fields.find((candidate) => candidate.name === name);
    if (field !== undefined) named.push([field.wire, encode(field.codec, item, fits)]);
    else (codec.rest === undefined ? named : others).push([name, item]);
  }
  if (codec.rest !== undefined && others.length > 0)
    named.push([codec.rest.wire, encode(codec.rest.codec, Object.fromEntries(others), fits)]);
  return Object.fromEntries(named);
}

/**
 * Returns the value that a wire form represents. A wire value of an unexpected type is returned unchanged, so that
 * the validator can report the type.
 */
export function decode(codec: Codec | undefined, wire: Json): Json {
  if (codec === undefined) return wire;
  switch (codec.kind) {
    case "object":
      return isMapping(wire) ? decodeObject(codec, wire) : wire;
    case "array":
      return Array.isArray(wire) ? wire.map((item: Json) => decode(codec.items, item)) : wire;
    case "tuple":
      return Array.isArray(wire)
        ? wire.map((item: Json, index) => decode(itemCodec(codec, index), item))
        : wire;
    case "map":
      return decodeEntries(wire, codec.value);
    case "json":
      return typeof wire === "string" ? parsed(wire) : wire;
    case "words":
      return (codec.words.find(([word]) => word === wire) ?? [wire, wire])[1];
    case "digits":
      return typeof wire === "string" && /^-?\d+$/.test(wire) && Number.isSafeInteger(Number(wire))
        ? Number(wire) + 0
        : wire;
    case "union":
      return decode(codec.cases.find((candidate) => passes(candidate.test, wire))?.codec, wire);
  }
}

function decodeObject(codec: ObjectCodec, wire: JsonObject): Json {
  const entries: [string, Json][] = [];
  for (const [name, item] of Object.entries(wire)) {
    const field = codec.fields.find((candidate) => candidate.wire === name);
    if (field !== undefined) entries.push([field.name, decode(field.codec, item)]);
    else if (name === codec.rest?.wire) {
      const others = decode(codec.rest.codec, item);
      if (isMapping(others)) entries.push(...Object.entries(others));
      else entries.push([name, item]);
    } else entries.push([name, item]);
  }
  return Object.fromEntries(entries);
}

function decodeEntries(wire: Json, value: Codec | undefined): Json {
  if (isMapping(wire))
    return Object.fromEntries(Object.entries(wire).map(([key, item]) => [key, decode(value, item)]));
  if (!Array.isArray(wire)) return wire;
  const entries = wire as readonly Json[];
  const sound = entries.every(
    (entry) => isMapping(entry) && typeof entry.key === "string" && Object.hasOwn(entry, "value"),
  );
  if (!sound) return wire;
  return Object.fromEntries(
    (entries as readonly { key: string; value: Json }[]).map((entry) => [
      entry.key,
      decode(value, entry.value),
    ]),
  );
}

export function passes(test: WireTest, wire: Json): boolean {
  if ("is" in test) return kindOf(wire) === test.is;
  if ("word" in test) return typeof wire === "string" && test.word.includes(wire);
  if (!isMapping(wire)) return false;
  if ("has" in test) return Object.hasOwn(wire, test.has);
  const tag = Object.hasOwn(wire, test.tag) ? wire[test.tag] : undefined;
  return typeof tag === "string" && test.values.includes(tag);
}

function kindOf(value: Json): string {
  return Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
}

function itemCodec(codec: TupleCodec, index: number): Codec | undefined {
  return index < codec.prefix.length ? codec.prefix[index] : codec.rest;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
