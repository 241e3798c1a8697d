import { formats } from "../../base/formats.js";
import { within } from "../../base/origin.js";
import { isFirst } from "../once.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP430 = defineProblem<{ format: string }>("TP430", {
  title: "unknown format",
  severity: "warning",
  message: (p) => `format ${JSON.stringify(p.format)} is not known, so the validator does not check it`,
  cause: "Neither JSON Schema nor OpenAPI defines this format.",
  fix: "Use a format of JSON Schema, or describe the format with a pattern.",
});
import type { SchemaRule } from "../rule.js";

/**
 * Reports formats that toolpress does not know. The model reads such a format, but no validator checks it.
 * Each format is reported once.
 */
export const unknownFormat: SchemaRule = {
  reports: [TP430],
  check: ({ schema, at }, checking) => {
    const { format } = schema;
    if (format === undefined || formats.has(format) || !isFirst(checking, `TP430 ${format}`)) return;
    checking.report.add(TP430, within(at, "format"), { format });
  },
};
