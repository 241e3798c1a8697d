import type { Json, Schema, SchemaObject, Tool } from "../../ir.js";
import { within } from "../../base/origin.js";
import { nearest } from "../../base/nearest.js";
import { findFaults } from "../values/accepts.js";
import { safeAcceptance } from "../safe-acceptance.js";
import type { Checking, ToolRule } from "../rule.js";
import { problemOf } from "./wrong-default.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP414 = defineProblem<{ example: number; problem: string }>("TP414", {
  title: "example that is not allowed",
  severity: "error",
  message: (p) => `example ${p.example} does not fit the schema: ${p.problem}`,
  cause: "Examples are calls, and this call would be refused.",
  fix: "Correct the example or the schema.",
});

/**
 * Checks the examples of a tool. An example is a call as the model makes it, without bound arguments and
 * without unknown arguments.
 */
export const wrongExample: ToolRule = {
  reports: [TP414],
  check: (tool, checking) => {
    const { set, report, patterns } = checking;
    const resolve = (name: string): Schema | undefined => tool.defs.get(name) ?? set.schemas.get(name);
    const input = withoutBound(tool);
    for (const [index, example] of tool.examples.entries()) {
      for (const fault of findFaults(input, example.args as Json, safeAcceptance(resolve, patterns)))
        report.add(TP414, within(example.origin, "args", ...fault.path), {
          example: index + 1,
          problem: problemOf(fault),
        });
      reportUnknown(tool, index, checking);
      if (example.result === undefined || tool.output === undefined) continue;
      for (const fault of findFaults(tool.output, example.result, safeAcceptance(resolve, patterns)))
        report.add(TP414, within(example.origin, "result", ...fault.path), {
          example: index + 1,
          problem: `in its result, ${problemOf(fault)}`,
        });
    }
  },
};

function withoutBound({ input, policy }: Tool): SchemaObject {
  if (policy.bind.size === 0 || input.required === undefined) return input;
  return { ...input, required: input.required.filter((name) => !policy.bind.has(name)) };
}

function reportUnknown(tool: Tool, index: number, { options, report }: Checking): void {
  const { properties = {}, additionalProperties, patternProperties, allOf, anyOf, oneOf } = tool.input;
  const open = [additionalProperties, patternProperties, allOf, anyOf, oneOf].some(
    (part) => part !== undefined,
  );
  if (open || options.unknownArguments === "allow") return;
  const example = tool.examples[index]!;
  for (const name of Object.keys(example.args)) {
    if (Object.hasOwn(properties, name)) continue;
    const near = nearest(name, Object.keys(properties));
    const problem = `${JSON.stringify(name)} is not an argument`;
    report.add(
      TP414,
      { key: within(example.origin, "args", name) },
      { example: index + 1, problem },
      near === undefined ? {} : { help: `did you mean "${near}"?` },
    );
  }
}
