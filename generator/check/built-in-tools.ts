import { checkDeclarations, describeViolations } from "../../wire/check-declarations.js";
import { within } from "../origin.js";
import type { SetRule } from "./rule.js";

/** Built-in tools are sent as the spec has them; one that neither the Gemini API nor Vertex takes would cost every request. */
export const builtInTools: SetRule = ({ set, report }) => {
  for (const [index, tool] of set.builtins.entries()) {
    const violations = checkDeclarations([tool], "gemini");
    if (violations.length === 0 || checkDeclarations([tool], "vertex").length === 0) continue;
    report.add("TP433", within(set.origin, "builtins", index), {
      name: Object.keys(tool).join(", "),
      problem: describeViolations(violations),
    });
  }
};
