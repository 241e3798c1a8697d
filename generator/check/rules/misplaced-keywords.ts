import type { SchemaObject, TypeName } from "../../ir.js";
import { within } from "../../base/origin.js";
import type { SchemaRule } from "../rule.js";

type Keyword = keyof SchemaObject & string;

/** Keywords that say something about values of one type only. */
const about = {
  object: [
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
  ],
  array: ["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"],
  string: ["minLength", "maxLength", "pattern"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
} as const satisfies Readonly<Record<string, readonly Keyword[]>>;

/** JSON Schema permits a keyword of another type and ignores it: most likely the type is wrong, or the keyword. */
export const misplacedKeywords: SchemaRule = ({ schema, at, partial }, { report }) => {
  if (partial || schema.type === undefined) return;
  const types: readonly TypeName[] = typeof schema.type === "string" ? [schema.type] : schema.type;
  for (const [type, keywords] of Object.entries(about)) {
    if (types.some((one) => (one === "integer" ? "number" : one) === type)) continue;
    const found = keywords.filter((keyword) => schema[keyword] !== undefined);
    for (const keyword of found)
      report.add("TP449", within(at, keyword), { keyword, type: types.join(" | "), about: type });
  }
};

/** What describes a value without saying anything about it. */
const annotations: ReadonlySet<string> = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
]);

/**
 * In a spec of ours an argument that is described and has no type is a slip: the model is asked for JSON text. `{}` means any value,
 * and so do foreign documents.
 */
export const argumentWithoutType: SchemaRule = ({ schema, at, name, partial, side }, { set, report }) => {
  if (set.foreign === true || partial || side !== "input" || name === "") return;
  const keys = Object.keys(schema);
  if (keys.length > 0 && keys.every((key) => annotations.has(key)))
    report.add("TP448", at, { argument: name });
};
