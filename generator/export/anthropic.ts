import type { Tool } from "../ir.js";
import { namedTools, reportUncarried } from "./carried.js";
import type { ExportTarget } from "./target.js";
import { choiceOf, type Choice } from "./tool-choice.js";
import { argumentsSchema } from "./tool-schema.js";

/** Exports the `tools` and the `tool_choice` of a Messages request. */
export const anthropic: ExportTarget = {
  title: "Anthropic",
  write(set, { report }) {
    reportUncarried(set, anthropic.title, { examples: true, toolConfig: true }, report);
    const rule = { pattern: /^[A-Za-z0-9_-]{1,64}$/, words: "1 to 64 letters, digits, _ or -" };
    const choice = choiceOf(set, anthropic.title, report);
    const tools = namedTools(set, anthropic.title, rule, report).filter((tool) => {
      const union = rootUnion(tool);
      if (union !== undefined)
        report.add("TP726", tool.origin, {
          target: anthropic.title,
          tool: tool.name,
          problem: `${union} at the root of the arguments`,
        });
      return union === undefined;
    });
    return {
      tools: tools.map((tool) => ({
        name: tool.name,
        ...(tool.description === "" ? {} : { description: tool.description }),
        input_schema: argumentsSchema(tool, set),
        ...(tool.examples.length === 0
          ? {}
          : { input_examples: tool.examples.map(({ args }) => visible(args, tool)) }),
      })),
      ...(choice === undefined ? {} : { tool_choice: inAnthropicWords(choice) }),
    };
  },
};

function rootUnion({ input }: Tool): string | undefined {
  return ["anyOf", "oneOf", "allOf"].find((keyword) => keyword in input);
}

/** Removes the bound arguments from an example. */
function visible(args: Readonly<Record<string, unknown>>, { policy }: Tool): object {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !policy.bind.has(name)));
}

function inAnthropicWords(choice: Choice): unknown {
  return typeof choice === "object" ? { type: "tool", name: choice.tool } : { type: choice };
}
