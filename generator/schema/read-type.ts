import type { Json, TypeName } from "../ir.js";
import { within } from "../origin.js";
import { describe } from "./json-value.js";
import type { Building } from "./read-keyword.js";
import { add, type Scope } from "./scope.js";
import { isTypeName, meantType, wordsOf } from "./type-words.js";

/** `type`: a word or a list of words; words of the dialect are put into those of JSON Schema. */
export function readType(value: unknown, { schema, node }: Building, scope: Scope): void {
  const words = Array.isArray(value) ? (value as unknown[]) : [value];
  const types = new Set<TypeName>();
  let anything = false;
  for (const [index, word] of words.entries()) {
    const at = Array.isArray(value) ? within(scope.origin, "type", index) : within(scope.origin, "type");
    const meant = readWord(word, at, scope);
    if (meant === undefined) continue;
    const { type, ...rest } = meant;
    if (isTypeName(type)) types.add(type);
    else anything = true;
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
      found: describe(word),
    });
    return undefined;
  }
  const translated = wordsOf(scope.draft).get(word);
  if (translated !== undefined) return translated;
  if (isTypeName(word)) return { type: word };
  const near = meantType(word);
  add(scope, "TP301", at, { type: word }, near === undefined ? {} : { help: `did you mean "${near}"?` });
  return undefined;
}

/** Gemini's enums are texts whatever their type is; the values meant are of the type. */
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
