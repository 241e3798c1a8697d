import type { ToolRule } from "./rule.js";

export const missingDescription: ToolRule = (tool, { report }) => {
  if (tool.description.trim() === "") report.add("TP401", { key: tool.origin }, { tool: tool.name });
};
