import { formats } from "../../base/formats.js";
import { within } from "../../base/origin.js";
import { isFirst } from "../once.js";
import type { SchemaRule } from "../rule.js";

/** Formats without a definition. The model reads them, but no check exists. Each is reported once. */
export const unknownFormat: SchemaRule = ({ schema, at }, checking) => {
  const { format } = schema;
  if (format === undefined || formats.has(format) || !isFirst(checking, `TP430 ${format}`)) return;
  checking.report.add("TP430", within(at, "format"), { format });
};
