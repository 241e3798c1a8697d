import { within } from "../../base/origin.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP402 = defineProblem<{ tool: string; description: string }>("TP402", {
  title: "description too short",
  severity: "warning",
  message: (p) =>
    `description of ${JSON.stringify(p.tool)} is too short to choose the tool by: ${JSON.stringify(p.description)}`,
  cause: "The model chooses between tools by their descriptions.",
  fix: "Describe in a sentence what the tool does and when to use it.",
});
import type { ToolRule } from "../rule.js";

/** A description of one or two words rarely adds anything to the name. */
export const shortDescription: ToolRule = {
  reports: [TP402],
  check: (tool, { report }) => {
    const words = tool.description
      .trim()
      .split(/\s+/)
      .filter((word) => word !== "");
    if (words.length === 0 || words.length > 2 || words.join("").length >= 20) return;
    report.add(TP402, within(tool.origin, "description"), {
      tool: tool.name,
      description: tool.description.trim(),
    });
  },
};
