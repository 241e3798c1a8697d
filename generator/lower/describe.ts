import type { GeminiSchema } from "@toolpress/runtime";
import type { SchemaObject } from "../ir.js";
import { keywordsWhere, type NormalKeyword, normalForm } from "../base/vocabulary.js";
import type { Lowered, Lowering, Position } from "./lowering.js";
import { sketch } from "./sketch.js";

// Describes keywords that Gemini's schema does not have, and finishes lowered schemas.

/** Functions that describe the keywords for which the vocabulary has no `phrase`. */
const sentences: Readonly<Partial<Record<NormalKeyword, (schema: SchemaObject) => string>>> = {
  contains: containsSentence,
  not: ({ not = true }) => `Not ${sketch(not)}.`,
  if: conditionSentence,
  dependentRequired: ({ dependentRequired = {} }) =>
    Object.entries(dependentRequired)
      .filter(([, names]) => names.length > 0)
      .map(([name, names]) => `${name} needs ${names.join(", ")}.`)
      .join(" "),
  dependentSchemas: ({ dependentSchemas = {} }) =>
    Object.entries(dependentSchemas)
      .map(([name, schema]) => `With ${name}: ${sketch(schema)}.`)
      .join(" "),
};

function sentenceOf(keyword: NormalKeyword, schema: SchemaObject): string {
  const phrase = normalForm[keyword].phrase?.(schema[keyword]) ?? "";
  return phrase === ""
    ? (sentences[keyword]?.(schema) ?? "")
    : `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}

const described = keywordsWhere(({ phrase }, name) => phrase !== undefined || Object.hasOwn(sentences, name));

/**
 * Returns the keywords to describe for a type: first the keywords of this type, then the keywords that apply to any
 * type.
 */
function describedOf(type: string): readonly NormalKeyword[] {
  const about = type === "integer" ? "number" : type;
  const ofType = described.filter((keyword) => normalForm[keyword].about === about);
  return [...ofType, ...described.filter((keyword) => normalForm[keyword].about === undefined)];
}

/**
 * Returns sentences for the keywords of `schema` that Gemini's schema does not have, and records each described
 * keyword.
 */
export function describeKeywords(
  schema: SchemaObject,
  type: string,
  position: Position,
  lowering: Lowering,
): string[] {
  const notes: string[] = [];
  for (const keyword of describedOf(type)) {
    const sentence = schema[keyword] === undefined ? "" : sentenceOf(keyword, schema);
    if (sentence === "") continue;
    notes.push(sentence);
    lowering.record("keyword-described", position, keyword);
  }
  // The parts of `allOf` are described too, except for objects: `joinObject` describes the parts of an object.
  const parts = type === "object" ? [] : (schema.allOf ?? []);
  const more = parts.flatMap((part) =>
    typeof part === "boolean" ? [] : describeKeywords(part, "", position, lowering),
  );
  return [...notes, ...more];
}

function containsSentence(schema: SchemaObject): string {
  const least = schema.minContains ?? 1;
  const most = schema.maxContains === undefined ? "" : ` and at most ${schema.maxContains}`;
  return `At least ${least}${most} of the items: ${sketch(schema.contains ?? true)}.`;
}

function conditionSentence(schema: SchemaObject): string {
  const then = schema.then === undefined ? [] : [`then ${sketch(schema.then)}`];
  const otherwise = schema.else === undefined ? [] : [`else ${sketch(schema.else)}`];
  if (then.length + otherwise.length === 0) return "";
  return `If ${sketch(schema.if ?? true)}: ${[...then, ...otherwise].join(", ")}.`;
}

const formatWords: Readonly<Record<string, string>> = {
  date: "A date, YYYY-MM-DD.",
  time: "A time, hh:mm:ss with offset.",
  "date-time-local": "A date and time without offset, YYYY-MM-DDThh:mm:ss.",
  "time-local": "A time without offset, hh:mm:ss.",
  "iso-date-time": "A date and time, YYYY-MM-DDThh:mm:ss, with offset or without.",
  "iso-time": "A time, hh:mm:ss, with offset or without.",
  duration: "An ISO 8601 duration.",
  email: "An email address.",
  "idn-email": "An email address.",
  hostname: "A host name.",
  "idn-hostname": "A host name.",
  ipv4: "An IPv4 address.",
  ipv6: "An IPv6 address.",
  uri: "An absolute URI.",
  "uri-reference": "A URI or relative reference.",
  iri: "An absolute IRI.",
  uuid: "A UUID.",
  regex: "A regular expression.",
  "json-pointer": "A JSON pointer.",
  byte: "Base64 text.",
  binary: "Binary data as text.",
};

export function describeFormat(format: string): string {
  return formatWords[format] ?? `Format: ${format}.`;
}

/**
 * Returns the final form of a lowered schema. The description is added, and the keys have a fixed order. A union has no
 * key except `anyOf`.
 */
export function finish({ schema, text, notes }: Lowered): GeminiSchema {
  const description = compose(text, notes);
  const [first, ...others] = schema.anyOf ?? [];
  if (first === undefined) return inOrder(description === "" ? schema : { ...schema, description });
  // Gemini accepts no key beside `anyOf`. So the description of the union becomes the beginning of the description of
  // the first branch.
  const opened =
    description === ""
      ? first
      : inOrder({ ...first, description: compose(description, [first.description ?? ""]) });
  return { anyOf: [opened, ...others] };
}

export function compose(text: string | undefined, notes: readonly string[]): string {
  const description = text?.trim() ?? "";
  return [description, ...notes.filter((note) => note !== description && note !== `${description}.`)]
    .filter((part) => part !== "")
    .map((part, index, parts) => (index < parts.length - 1 && !/[.!?:;)\]}]$/.test(part) ? `${part}.` : part))
    .join(" ")
    .replaceAll("….", "…");
}

const keyOrder = (
  "type format title description nullable default example enum items minItems maxItems properties required minProperties maxProperties minimum maximum " +
  "minLength maxLength pattern anyOf propertyOrdering"
).split(" ") as readonly (keyof GeminiSchema)[];

export function inOrder(schema: GeminiSchema): GeminiSchema {
  return Object.fromEntries(
    keyOrder.filter((name) => schema[name] !== undefined).map((name) => [name, schema[name]]),
  ) as GeminiSchema;
}
