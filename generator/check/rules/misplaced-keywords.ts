import type { TypeName } from "../../ir.js";
import { within } from "../../base/origin.js";
import { keywordsWhere, normalForm } from "../../base/vocabulary.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP449 = defineProblem<{ keyword: string; type: string; about: string }>("TP449", {
  title: "keyword of another type",
  severity: "warning",
  message: (p) =>
    `${JSON.stringify(p.keyword)} has no effect on type ${JSON.stringify(p.type)}, only on type ${JSON.stringify(p.about)}`,
  cause: "JSON Schema ignores keywords for values of another type.",
  fix: "Correct the type, or remove the keyword.",
});
import type { SchemaRule } from "../rule.js";

/**
 * Keywords that have an effect on one type only. `format` is excluded, because both strings and numbers have
 * formats. A keyword that has an effect only beside another keyword, such as `minContains`, is excluded too.
 */
const misplaceable = keywordsWhere(
  ({ about, annotation, needs, internal }) =>
    about !== undefined && annotation !== true && needs === undefined && internal !== true,
).filter((keyword) => keyword !== "format");

/**
 * JSON Schema ignores a keyword that belongs to another type. Either the type or the keyword is probably a
 * mistake.
 */
export const misplacedKeywords: SchemaRule = {
  reports: [TP449],
  check: ({ schema, at, partial }, { report }) => {
    if (partial || schema.type === undefined) return;
    const types: readonly TypeName[] = typeof schema.type === "string" ? [schema.type] : schema.type;
    for (const keyword of misplaceable) {
      const { about = "object" } = normalForm[keyword];
      if (schema[keyword] === undefined) continue;
      if (types.some((one) => (one === "integer" ? "number" : one) === about)) continue;
      report.add(TP449, within(at, keyword), { keyword, type: types.join(" | "), about });
    }
  },
};

/** Keywords that describe a value of any type. */
const descriptive: ReadonlySet<string> = new Set(
  keywordsWhere(
    ({ annotation, about, needs }) => annotation === true && about === undefined && needs === undefined,
  ),
);

/**
 * Reports an argument of our own YAML that has a description but no type, because the model would have to send the
 * value as JSON text. The schema `{}` is not reported: it allows any value on purpose. In foreign documents a schema
 * without a type usually allows any value on purpose, too.
 */
export const argumentWithoutType: SchemaRule = {
  reports: [],
  check: ({ schema, at, name, partial, side }, { set, report }) => {
    if (set.foreign === true || partial || side !== "input" || name === "") return;
    const keys = Object.keys(schema);
    if (keys.length > 0 && keys.every((key) => descriptive.has(key)))
      report.add("TP448", at, { argument: name });
  },
};
