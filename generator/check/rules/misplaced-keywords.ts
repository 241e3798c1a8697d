import type { TypeName } from "../../ir.js";
import { within } from "../../base/origin.js";
import { keywordsWhere, normalForm } from "../../base/vocabulary.js";
import type { SchemaRule } from "../rule.js";

/** Formats of numbers exist, too, and a keyword that belongs to another one is reported with it. */
const misplaceable = keywordsWhere(
  ({ about, annotation, needs, internal }) =>
    about !== undefined && annotation !== true && needs === undefined && internal !== true,
).filter((keyword) => keyword !== "format");

/** JSON Schema permits a keyword of another type and ignores it: most likely the type is wrong, or the keyword. */
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
 * In a spec of ours an argument that is described and has no type is a slip: the model is asked for JSON text. `{}` means any value,
 * and so do foreign documents.
 */
export const argumentWithoutType: SchemaRule = ({ schema, at, name, partial, side }, { set, report }) => {
  if (set.foreign === true || partial || side !== "input" || name === "") return;
  const keys = Object.keys(schema);
  if (keys.length > 0 && keys.every((key) => descriptive.has(key)))
    report.add("TP448", at, { argument: name });
};
