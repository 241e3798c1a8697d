import { checkDeclarations, describeViolations } from "../../../gemini-rules/check-declarations.js";
import { modelRules } from "../../../gemini-rules/model-rules.js";
import { origin, within } from "../../base/origin.js";
import type { SetRule } from "../rule.js";

/**
 * Built-in tools are sent unchanged. A tool that neither the Gemini API nor Vertex accepts would make every
 * request fail.
 */
export const builtInTools: SetRule = ({ set, options, report }) => {
  const names = set.builtins.map((tool) => Object.keys(tool).join(", ")).join(", ");
  const { model } = options;
  if (model !== undefined && names !== "" && set.tools.length > 0 && !modelRules(model).combinesTools)
    report.add("TP446", within(set.origin, "builtins"), { model, names });
  for (const tool of set.builtins) {
    const violations = checkDeclarations([tool], "gemini");
    if (violations.length === 0 || checkDeclarations([tool], "vertex").length === 0) continue;
    report.add("TP433", tool[origin] ?? within(set.origin, "builtins"), {
      name: Object.keys(tool).join(", "),
      problem: describeViolations(violations),
    });
  }
};
