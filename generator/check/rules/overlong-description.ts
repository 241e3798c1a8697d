import { within } from "../../base/origin.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP403 = defineProblem<{ of: string; length: number; budget: number }>("TP403", {
  title: "description too long",
  severity: "warning",
  message: (p) => `description of ${JSON.stringify(p.of)} has ${p.length} characters, more than ${p.budget}`,
  cause: "Every description is sent with every request, and long ones hide the important part.",
  fix: "Keep the part that the model needs to choose the tool and fill in its arguments; raise budgets.descriptionChars if all of it is needed.",
});
import type { SchemaRule, ToolRule } from "../rule.js";

/** Descriptions cost tokens on every request. */
export const overlongDescription: ToolRule = {
  reports: [TP403],
  check: (tool, { report, options }) => {
    const { length } = tool.description;
    const { descriptionChars: budget } = options.budgets;
    if (length > budget)
      report.add(TP403, within(tool.origin, "description"), { of: tool.name, length, budget });
  },
};

export const overlongArgumentDescription: SchemaRule = {
  reports: [TP403],
  check: ({ schema, at, name, side }, { report, options }) => {
    const length = schema.description?.length ?? 0;
    const { descriptionChars: budget } = options.budgets;
    if (side !== "output" && length > budget)
      report.add(TP403, within(at, "description"), { of: name, length, budget });
  },
};
