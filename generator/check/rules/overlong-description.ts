import { within } from "../../base/origin.js";
import type { SchemaRule, ToolRule } from "../rule.js";

/** Descriptions cost tokens on every request. */
export const overlongDescription: ToolRule = (tool, { report, options }) => {
  const { length } = tool.description;
  const { descriptionChars: budget } = options.budgets;
  if (length > budget)
    report.add("TP403", within(tool.origin, "description"), { of: tool.name, length, budget });
};

export const overlongArgumentDescription: SchemaRule = ({ schema, at, name, side }, { report, options }) => {
  const length = schema.description?.length ?? 0;
  const { descriptionChars: budget } = options.budgets;
  if (side !== "output" && length > budget)
    report.add("TP403", within(at, "description"), { of: name, length, budget });
};
