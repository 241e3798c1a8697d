import type { TypeName } from "../ir.js";
import type { Draft } from "./drafts.js";
import { typeNames } from "../base/type-words.js";

/** Type names of other systems, each with the equivalent schema. */
export type TypeWords = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

const anything: TypeWords = new Map([["any", {}]]);

const swagger: TypeWords = new Map([...anything, ["file", { type: "string", format: "binary" }]]);

/** The types in upper case, as Gemini's documentation writes them. Types in lower case need no translation. */
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
