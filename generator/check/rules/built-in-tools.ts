import { checkDeclarations, describeViolations } from "../../../gemini-rules/check-declarations.js";
import { modelRules } from "../../../gemini-rules/model-rules.js";
import { origin, within } from "../../base/origin.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP433 = defineProblem<{ name: string; problem: string }>("TP433", {
  title: "built-in tool that Gemini refuses",
  severity: "error",
  message: (p) => `Gemini would refuse the built-in tool ${JSON.stringify(p.name)}: ${p.problem}`,
  cause: "Built-in tools are sent unchanged, and the API does not accept these settings.",
  fix: "Correct the settings, or write only the name.",
});

const TP446 = defineProblem<{ model: string; names: string }>("TP446", {
  title: "built-in tools beside functions on an older model",
  severity: "warning",
  message: (p) => `${p.model} takes functions or built-in tools in a request, not both (${p.names})`,
  cause: "Gemini combines the two from generation 3 on. Earlier models refuse the request with status 400.",
  fix: "Put the built-in tools into a spec of their own, or use a newer model (`model` in the config).",
});
import type { SetRule } from "../rule.js";

/**
 * Built-in tools are sent unchanged. A tool that neither the Gemini API nor Vertex accepts would make every
 * request fail.
 */
export const builtInTools: SetRule = {
  reports: [TP433, TP446],
  check: ({ set, options, report }) => {
    const names = set.builtins.map((tool) => Object.keys(tool).join(", ")).join(", ");
    const { model } = options;
    if (model !== undefined && names !== "" && set.tools.length > 0 && !modelRules(model).combinesTools)
      report.add(TP446, within(set.origin, "builtins"), { model, names });
    for (const tool of set.builtins) {
      const violations = checkDeclarations([tool], "gemini");
      if (violations.length === 0 || checkDeclarations([tool], "vertex").length === 0) continue;
      report.add(TP433, tool[origin] ?? within(set.origin, "builtins"), {
        name: Object.keys(tool).join(", "),
        problem: describeViolations(violations),
      });
    }
  },
};
