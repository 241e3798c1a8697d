import type { SchemaRule } from "../rule.js";

/** Gemini refuses an array without items, and a model cannot guess the items. */
export const arrayWithoutItems: SchemaRule = ({ schema, at, name, side, partial }, { report }) => {
  if (partial || side === "output" || schema.type !== "array") return;
  const described = [
    schema.items,
    schema.prefixItems,
    schema.contains,
    schema.unevaluatedItems,
    schema.enum,
    schema.const,
  ];
  const elsewhere = [schema.allOf, schema.anyOf, schema.oneOf];
  if ([...described, ...elsewhere].some((part) => part !== undefined) || schema.maxItems === 0) return;
  report.add("TP409", at, { argument: name });
};
