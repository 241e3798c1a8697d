import type { ToolRule } from "../rule.js";

/** Every tool needs a description, because the model chooses by it. */
export const missingDescription: ToolRule = (tool, { report }) => {
  if (tool.description.trim() === "") report.add("TP401", { key: tool.origin }, { tool: tool.name });
};
