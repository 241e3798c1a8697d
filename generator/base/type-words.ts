import type { Schema, SchemaObject, TypeName } from "../ir.js";

// Reads types in the notations of programming languages and people: `str`, `List[int]`, `array<string>`,
// `list of strings`, `str | None`.

const wordsByType: Readonly<Record<TypeName, string>> = {
  string: "string str text char character varchar datetime url",
  integer: "integer int int32 int64 uint uint32 uint64 long short bigint",
  number: "number num numeric float float32 float64 double decimal real",
  boolean: "boolean bool",
  array: "array list arraylist sequence iterable collection vector tuple set frozenset embedding",
  object: "object dict dictionary map mapping hashmap record struct",
  null: "null none nonetype nil void",
};

const anyWords = ["any", "", "unknown", "undefined", "mixed", "json"];

/** Formats of strings that authors write in place of a type. */
const formatWords = ["date", "date-time", "time", "email", "hostname", "ipv4", "ipv6", "uri", "uuid"];

const typeByWord: ReadonlyMap<string, TypeName> = new Map(
  Object.entries(wordsByType).flatMap(([type, words]) =>
    words.split(" ").map((word) => [word, type as TypeName] as const),
  ),
);

export const typeNames = Object.keys(wordsByType) as readonly TypeName[];

/** Returns the type that a word means. "any" means that every type is allowed. Returns undefined for unknown words. */
export function typeOfWord(word: string): TypeName | "any" | undefined {
  const lower = word.trim().toLowerCase();
  return anyWords.includes(lower) ? "any" : typeByWord.get(lower);
}

/** The maximum number of characters of a type. A longer text is not the name of a type. */
const longest = 200;

/** Returns the schema for a type such as `List[int]`. Returns undefined if a word is unknown. */
export function schemaOfWords(text: string): Schema | undefined {
  return text.length > longest ? undefined : read(text.trim().replaceAll(/\btyping\./gi, ""), 0);
}

const deepest = 6;

function read(text: string, depth: number): Schema | undefined {
  if (depth > deepest) return undefined;
  const alternatives = splitOutside(text, /^\s*(?:\||\bor\b)\s*/i);
  if (alternatives.length > 1) return union(alternatives.map((part) => read(part, depth + 1)));
  return readWord(text) ?? readList(text, depth) ?? readGeneric(text, depth);
}

function readWord(text: string): Schema | undefined {
  const word = text.trim().toLowerCase();
  if (anyWords.includes(word)) return true;
  if (formatWords.includes(word)) return { type: "string", format: word };
  if (word === "file" || word === "binary") return { type: "string", format: "binary" };
  if (word === "bytes") return { type: "string", contentEncoding: "base64" };
  if (word === "enum") return true;
  const type = typeByWord.get(word);
  return type === undefined ? undefined : { type };
}

/** Reads `string[]`, `list of strings` and `string?`. */
function readList(text: string, depth: number): Schema | undefined {
  const optional = /^(.+)\?$/.exec(text)?.[1];
  if (optional !== undefined) return union([read(optional, depth + 1), { type: "null" }]);
  const item = /^(.+)\[\s*\]$/.exec(text)?.[1] ?? /^(?:array|list|set|sequence)s? of (.+)$/i.exec(text)?.[1];
  return item === undefined
    ? undefined
    : listOf(read(item, depth + 1) ?? read(item.replace(/s$/i, ""), depth + 1));
}

/** Reads `List[int]`, `dict(str, float)`, `Map<string, int>`, `Optional[str]` and `Literal['a', 'b']`. */
function readGeneric(text: string, depth: number): Schema | undefined {
  const [, name = "", inside = ""] = /^([A-Za-z][\w.]*)\s*(?:\[(.*)\]|\((.*)\)|<(.*)>)$/s.exec(text) ?? [];
  const found = /^[A-Za-z][\w.]*\s*[[(<](.*)[\])>]$/s.exec(text)?.[1] ?? inside;
  if (name === "") return undefined;
  const word = name.toLowerCase().replace(/^.*\./, "");
  if (word === "literal") return literals(found);
  const parts = splitOutside(found, /^\s*,\s*/);
  const read1 = (part: string | undefined): Schema | undefined =>
    part === undefined ? undefined : read(part, depth + 1);
  if (word === "optional") return union([read1(found), { type: "null" }]);
  if (word === "union") return union(parts.map(read1));
  if (word === "annotated") return read1(parts[0]);
  const type = typeByWord.get(word);
  if (type === "object") return mapOf(read1(parts.at(1) ?? parts[0]), parts.length);
  if (type !== "array") return undefined;
  return word === "tuple" && parts.length > 1 && parts[1] !== "..."
    ? tupleOf(parts.map(read1))
    : listOf(read1(parts[0]));
}

function listOf(item: Schema | undefined): Schema | undefined {
  if (item === undefined) return undefined;
  return item === true ? { type: "array" } : { type: "array", items: item };
}

function mapOf(value: Schema | undefined, parts: number): Schema | undefined {
  if (value === undefined) return undefined;
  return value === true || parts < 2 ? { type: "object" } : { type: "object", additionalProperties: value };
}

function tupleOf(items: readonly (Schema | undefined)[]): Schema | undefined {
  if (!areKnown(items)) return undefined;
  return { type: "array", prefixItems: items, minItems: items.length, maxItems: items.length };
}

function union(branches: readonly (Schema | undefined)[]): Schema | undefined {
  if (!areKnown(branches)) return undefined;
  if (branches.includes(true)) return true;
  const plain = branches.map((branch) => plainType(branch));
  return areKnown(plain) ? { type: [...new Set(plain)] } : { anyOf: branches };
}

function plainType(schema: Schema): TypeName | undefined {
  if (typeof schema === "boolean" || Object.keys(schema).length > 1) return undefined;
  return typeof schema.type === "string" ? schema.type : undefined;
}

function areKnown<T>(all: readonly (T | undefined)[]): all is readonly T[] {
  return all.length > 0 && !all.includes(undefined);
}

function literals(text: string): SchemaObject | undefined {
  const values = splitOutside(text, /^\s*,\s*/).map((part): string | number | boolean | undefined => {
    const quoted = /^(['"])(.*)\1$/s.exec(part)?.[2];
    if (quoted !== undefined) return quoted;
    if (/^-?\d+(?:\.\d+)?$/.test(part)) return Number(part);
    return /^true$/i.test(part) ? true : /^false$/i.test(part) ? false : undefined;
  });
  return areKnown(values) ? { enum: [...new Set(values)] } : undefined;
}

/** Splits a text at separators that are outside of brackets and quotes. */
function splitOutside(text: string, separator: RegExp): readonly string[] {
  const parts: string[] = [];
  let [depth, quote, start] = [0, "", 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === "'" || character === '"') quote = character;
    else if ("[(<".includes(character)) depth += 1;
    else if ("])>".includes(character)) depth -= 1;
    else if (depth === 0) {
      const found = separator.exec(text.slice(at))?.[0];
      if (found === undefined || (/\w/.test(found) && /\w/.test(text[at - 1] ?? ""))) continue;
      parts.push(text.slice(start, at));
      start = at + found.length;
      at = start - 1;
    }
  }
  return [...parts, text.slice(start)].map((part) => part.trim());
}
