import type { Schema } from "../../ir.js";
import { nearest } from "../../base/nearest.js";
import { within } from "../../base/origin.js";
import { findFaults } from "../values/accepts.js";
import { safeAcceptance } from "../safe-acceptance.js";
import { showJson } from "../../base/show-value.js";
import type { ToolRule } from "../rule.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP435 = defineProblem<{ argument: string; value: string; problem: string }>("TP435", {
  title: "bound value that is not allowed",
  severity: "error",
  message: (p) =>
    `${JSON.stringify(p.argument)} is bound to ${p.value}, which its schema does not allow: ${p.problem}`,
  cause: "The constant replaces the argument in every call, and every call would be refused.",
  fix: "Correct the constant, or the schema of the argument.",
});
import { problemOf } from "./wrong-default.js";

/** A bound argument must exist, and its value must be valid. A model cannot correct either error. */
export const boundArgument: ToolRule = {
  reports: [TP435],
  check: (tool, { set, report, patterns }) => {
    const { properties = {} } = tool.input;
    const known = Object.keys(properties);
    const resolve = (name: string): Schema | undefined => tool.defs.get(name) ?? set.schemas.get(name);
    for (const [argument, bound] of tool.policy.bind) {
      const at = { key: within(tool.origin, "bind", argument) };
      if (!known.includes(argument)) {
        const near = nearest(argument, known);
        const help = near === undefined ? {} : { help: `did you mean "${near}"?` };
        report.add("TP213", at, { argument }, help);
      } else if (bound.from === "value") {
        const [fault] = findFaults(properties[argument]!, bound.value, safeAcceptance(resolve, patterns));
        if (fault !== undefined)
          report.add(TP435, at, { argument, value: showJson(bound.value), problem: problemOf(fault) });
      }
    }
  },
};
