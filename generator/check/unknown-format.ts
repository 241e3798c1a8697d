import { formats } from "../formats.js";
import { within } from "../origin.js";
import type { Checking, SchemaRule } from "./rule.js";

const told = new WeakMap<Checking, Set<string>>();

/** Formats that nobody defined: the model reads them, but nothing is checked. Each is told once. */
export const unknownFormat: SchemaRule = ({ schema, at }, checking) => {
  const { format } = schema;
  if (format === undefined || formats.has(format)) return;
  const known = told.get(checking) ?? new Set<string>();
  told.set(checking, known);
  if (known.has(format)) return;
  known.add(format);
  checking.report.add("TP430", within(at, "format"), { format });
};
