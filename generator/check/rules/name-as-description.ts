import { within } from "../../base/origin.js";
import { wordsOf } from "../../base/words.js";
import { essenceOf } from "./copied-description.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP405 = defineProblem<{ tool: string }>("TP405", {
  title: "name as description",
  severity: "warning",
  message: (p) => `description of ${JSON.stringify(p.tool)} only repeats its name`,
  cause: "The model knows the name already.",
  fix: "Describe what the tool does, on which objects, and when to use it.",
});
import type { ToolRule } from "../rule.js";

/** A description that only repeats the name does not help the model. */
export const nameAsDescription: ToolRule = {
  reports: [TP405],
  check: (tool, { report }) => {
    if (tool.description.trim() === "") return;
    const named = essenceOf(wordsOf(tool.name).join(" "));
    const described = essenceOf(wordsOf(tool.description).join(" "));
    if (described === named) report.add(TP405, within(tool.origin, "description"), { tool: tool.name });
  },
};
