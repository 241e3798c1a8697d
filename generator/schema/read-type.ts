import type { Json, SchemaObject, TypeName } from "../ir.js";
import { nearest } from "../base/nearest.js";
import { origin, within } from "../base/origin.js";
import { schemaOfWords, typeNames } from "../base/type-words.js";
import { showValue } from "../base/show-value.js";
import type { Building } from "./read-keyword.js";
import { add, type Scope } from "./scope.js";
import { isTypeName, wordsOf } from "./type-words.js";

/**
 * Reads `type`, which is a type name or a list of type names. The type names of other dialects are translated
 * to those of JSON Schema.
 */
export function readType(value: unknown, { schema, node }: Building, scope: Scope): void {
  const words = Array.isArray(value) ? (value as unknown[]) : [value];
  const types = new Set<TypeName>();
  let anything = false;
  for (const [index, word] of words.entries()) {
    const at = Array.isArray(value) ? within(scope.origin, "type", index) : within(scope.origin, "type");
    const parsed = Array.isArray(value) && word === null ? nullWord(at, scope) : readWord(word, at, scope);
    if (parsed === undefined) continue;
    const { type, ...rest } = parsed;
    const named = [type].flat().filter(isTypeName);
    if (named.length === 0) anything = true;
    for (const one of named) types.add(one);
    if (words.length === 1)
      for (const [key, part] of Object.entries(rest))
        if (!Object.hasOwn(node, key)) Object.assign(schema, { [key]: part });
  }
  if (words.length === 0)
    add(scope, "TP303", within(scope.origin, "type"), {
      keyword: "type",
      expected: "a type or a list of types",
      found: "an empty list",
    });
  if (anything || types.size === 0) return;
  if (types.has("number")) types.delete("integer");
  schema.type = types.size === 1 ? [...types][0]! : [...types];
}

function readWord(
  word: unknown,
  at: Parameters<typeof add>[2],
  scope: Scope,
): Readonly<Record<string, unknown>> | undefined {
  if (typeof word !== "string") {
    add(scope, "TP303", at, {
      keyword: "type",
      expected: "a type or a list of types",
      found: showValue(word),
    });
    return undefined;
  }
  if (word === "TYPE_UNSPECIFIED" && scope.draft.name === "gemini") add(scope, "TP328", at, { type: word });
  const translated = wordsOf(scope.draft).get(word);
  if (translated !== undefined) return translated;
  if (isTypeName(word)) return { type: word };
  const translation = schemaOfWords(word);
  if (translation !== undefined && translation !== false) {
    const schema = translation === true ? {} : translation;
    const read = translation === true ? "any value" : JSON.stringify(translation);
    const help = `write ${translation === true ? "no type" : read.slice(1, -1).replaceAll('"', "").replaceAll(/[:,]/g, "$& ")}`;
    add(scope, "TP323", at, { type: word, read }, { help });
    return { ...schema };
  }
  const near = nearest(word.toLowerCase(), typeNames);
  add(scope, "TP301", at, { type: word }, near === undefined ? {} : { help: `did you mean "${near}"?` });
  return undefined;
}

/** Reads a type name that is written in place of a schema, as in `items: string`. */
export function readTypeAsSchema(word: unknown, scope: Scope): SchemaObject | undefined {
  if (typeof word !== "string" || word.trim() === "") return undefined;
  const named = wordsOf(scope.draft).get(word) ?? (isTypeName(word) ? { type: word } : schemaOfWords(word));
  if (named === undefined || named === false) return undefined;
  const schema = named === true ? {} : named;
  const isAny = Object.keys(schema).length === 0;
  const read = isAny ? "any value" : JSON.stringify(schema);
  add(scope, "TP331", scope.origin, { word, read }, { help: `write ${isAny ? "true" : yamlOf(read)}` });
  return { ...schema, [origin]: scope.origin };
}

/** Converts JSON to the notation of our YAML, such as `{ type: string }`. */
function yamlOf(text: string): string {
  return text.replaceAll('"', "").replaceAll(/[:,{]/g, "$& ").replaceAll("}", " }");
}

/**
 * Reads null in a list of types as the type "null", and reports it. YAML reads the unquoted word `null` as
 * the value null.
 */
function nullWord(at: Parameters<typeof add>[2], scope: Scope): Readonly<Record<string, unknown>> {
  add(scope, "TP327", at, {});
  return { type: "null" };
}

/** Converts enum values to the declared type. Gemini's Schema writes the values of every enum as text. */
export function enumOfType(
  values: readonly Json[],
  type: TypeName | readonly TypeName[] | undefined,
): readonly Json[] {
  if (type !== "integer" && type !== "number") return values;
  return values.map((value) =>
    typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value))
      ? Number(value)
      : value,
  );
}
