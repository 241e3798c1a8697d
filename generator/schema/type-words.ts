import type { TypeName } from "../ir.js";
import type { Draft } from "./drafts.js";
import { nearest } from "../nearest.js";

const typeNames: readonly TypeName[] = ["string", "number", "integer", "boolean", "array", "object", "null"];

/** A word of another language for a type, and the schema that says it in ours. */
export type TypeWords = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

const anything: TypeWords = new Map([["any", {}]]);

const swagger: TypeWords = new Map([...anything, ["file", { type: "string", format: "binary" }]]);

/** Gemini writes types in upper case in its documents, in lower case in many of its examples. */
const gemini: TypeWords = new Map<string, Readonly<Record<string, unknown>>>([
  ...typeNames.map((name) => [name.toUpperCase(), { type: name }] as const),
  ["TYPE_UNSPECIFIED", {}],
]);

export function wordsOf(draft: Draft): TypeWords {
  return draft.name === "gemini" ? gemini : draft.name === "swagger-2.0" ? swagger : anything;
}

export function isTypeName(word: unknown): word is TypeName {
  return typeNames.includes(word as TypeName);
}

/** What people of other languages call a type. */
const foreignWords: Readonly<Record<string, TypeName>> = {
  str: "string",
  text: "string",
  char: "string",
  date: "string",
  datetime: "string",
  uuid: "string",
  int: "integer",
  long: "integer",
  int32: "integer",
  int64: "integer",
  float: "number",
  double: "number",
  decimal: "number",
  bool: "boolean",
  list: "array",
  tuple: "array",
  set: "array",
  dict: "object",
  map: "object",
  record: "object",
  struct: "object",
  none: "null",
  nil: "null",
};

/** The type that an unknown word probably means. */
export function meantType(word: string): TypeName | undefined {
  const lower = word.toLowerCase();
  if (isTypeName(lower)) return lower;
  return Object.hasOwn(foreignWords, lower)
    ? foreignWords[lower]
    : (nearest(lower, typeNames) as TypeName | undefined);
}
