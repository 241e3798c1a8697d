import type { SchemaObject, Tool } from "../../ir.js";
import { origin, within } from "../../base/origin.js";
import type { ToolRule } from "../rule.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP406 = defineProblem<{ tool: string; argument: string }>("TP406", {
  title: "argument without description",
  severity: "note",
  message: (p) => `argument ${JSON.stringify(p.argument)} of ${JSON.stringify(p.tool)} has no description`,
  cause: "The model fills in an argument from its name and description.",
  fix: "Describe the meaning of the argument, with its unit or format.",
});

/**
 * Reports arguments without a description. If an argument is a reference, the definition may contain the
 * description.
 */
export const undescribedArgument: ToolRule = {
  reports: [TP406],
  check: (tool, { set, report }) => {
    for (const [name, schema] of Object.entries(tool.input.properties ?? {})) {
      if (tool.policy.bind.has(name) || typeof schema === "boolean" || describes(schema, tool, set.schemas))
        continue;
      const at = schema[origin] ?? within(tool.input[origin] ?? tool.origin, "properties", name);
      report.add(TP406, { key: at }, { tool: tool.name, argument: name });
    }
  },
};

function describes(schema: SchemaObject, tool: Tool, shared: ReadonlyMap<string, unknown>): boolean {
  if (schema.description !== undefined && schema.description.trim() !== "") return true;
  if (schema.$ref === undefined) return false;
  const name = schema.$ref.replace("#/$defs/", "");
  const target = (tool.defs.get(name) ?? shared.get(name)) as SchemaObject | undefined;
  return typeof target === "object" && target.description !== undefined && target.description.trim() !== "";
}
