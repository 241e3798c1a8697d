import { formats } from "../../base/formats.js";
import { within } from "../../base/origin.js";
import { isFirst } from "../once.js";
import type { SchemaRule } from "../rule.js";

/**
 * Reports formats that toolpress does not know. The model reads such a format, but no validator checks it.
 * Each format is reported once.
 */
export const unknownFormat: SchemaRule = ({ schema, at }, checking) => {
  const { format } = schema;
  if (format === undefined || formats.has(format) || !isFirst(checking, `TP430 ${format}`)) return;
  checking.report.add("TP430", within(at, "format"), { format });
};
