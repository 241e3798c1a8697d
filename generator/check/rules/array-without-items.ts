import type { SchemaRule } from "../rule.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP409 = defineProblem<{ argument: string }>("TP409", {
  title: "array without items",
  severity: "warning",
  message: (p) => `array ${JSON.stringify(p.argument)} does not describe its items`,
  cause: "Gemini requires items for every array, and the model cannot guess them.",
  fix: "Add items, such as items: { type: string }.",
});

/** Gemini refuses an array without items, and a model cannot guess the items. */
export const arrayWithoutItems: SchemaRule = {
  reports: [TP409],
  check: ({ schema, at, name, side, partial }, { report }) => {
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
    report.add(TP409, at, { argument: name });
  },
};
