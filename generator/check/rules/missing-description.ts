import type { ToolRule } from "../rule.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP401 = defineProblem<{ tool: string }>("TP401", {
  title: "missing description",
  severity: "warning",
  message: (p) => `tool ${JSON.stringify(p.tool)} has no description, so its name is sent as one`,
  cause: "The model chooses tools by their descriptions, and Gemini requires one.",
  fix: "Describe in a sentence what the tool does and when to use it.",
});

/** Every tool needs a description, because the model chooses tools by their descriptions. */
export const missingDescription: ToolRule = {
  reports: [TP401],
  check: (tool, { report }) => {
    if (tool.description.trim() === "") report.add(TP401, { key: tool.origin }, { tool: tool.name });
  },
};
