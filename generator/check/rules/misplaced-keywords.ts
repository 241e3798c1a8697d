import type { TypeName } from "../../ir.js";
import { within } from "../../base/origin.js";
import { keywordsWhere, normalForm } from "../../base/vocabulary.js";
import type { SchemaRule } from "../rule.js";

/**
 * Keywords that have an effect on one type only. `format` is not among them because formats of numbers exist too. A
 * keyword that depends on another one is reported together with it.
 */
const misplaceable = keywordsWhere(
  ({ about, annotation, needs, internal }) =>
    about !== undefined && annotation !== true && needs === undefined && internal !== true,
).filter((keyword) => keyword !== "format");

/** JSON Schema permits keywords of another type and ignores them. Most likely the type is wrong, or the keyword. */
export const misplacedKeywords: SchemaRule = ({ schema, at, partial }, { report }) => {
  if (partial || schema.type === undefined) return;
  const types: readonly TypeName[] = typeof schema.type === "string" ? [schema.type] : schema.type;
  for (const keyword of misplaceable) {
    const { about = "object" } = normalForm[keyword];
    if (schema[keyword] === undefined) continue;
    if (types.some((one) => (one === "integer" ? "number" : one) === about)) continue;
    report.add("TP449", within(at, keyword), { keyword, type: types.join(" | "), about });
  }
};

/** Keywords that describe a value of any type. */
const descriptive: ReadonlySet<string> = new Set(
  keywordsWhere(
    ({ annotation, about, needs }) => annotation === true && about === undefined && needs === undefined,
  ),
);

/**
 * In our own YAML an argument with a description but without a type is a mistake, because the model would be asked
 * for JSON text. `{}` means any value. In foreign documents any schema without a type means that.
 */
export const argumentWithoutType: SchemaRule = ({ schema, at, name, partial, side }, { set, report }) => {
  if (set.foreign === true || partial || side !== "input" || name === "") return;
  const keys = Object.keys(schema);
  if (keys.length > 0 && keys.every((key) => descriptive.has(key)))
    report.add("TP448", at, { argument: name });
};
