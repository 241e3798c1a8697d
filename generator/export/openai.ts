import { namedTools, reportUncarried } from "./carried.js";
import type { ExportTarget } from "./target.js";
import { choiceOf, type Choice } from "./tool-choice.js";
import { argumentsSchema } from "./tool-schema.js";

/** Exports the `tools` and the `tool_choice` of a chat completions request. */
export const openai: ExportTarget = {
  title: "OpenAI chat completions",
  write(set, { report }) {
    reportUncarried(set, openai.title, { toolConfig: true }, report);
    const rule = { pattern: /^[A-Za-z0-9_-]{1,64}$/, words: "1 to 64 letters, digits, _ or -" };
    const choice = choiceOf(set, openai.title, report);
    return {
      tools: namedTools(set, openai.title, rule, report).map((tool) => ({
        type: "function",
        function: {
          name: tool.name,
          ...(tool.description === "" ? {} : { description: tool.description }),
          parameters: argumentsSchema(tool, set),
          // The strict mode of OpenAI supports only a part of JSON Schema, and no optional arguments.
          strict: false,
        },
      })),
      ...(choice === undefined ? {} : { tool_choice: inOpenaiWords(choice) }),
    };
  },
};

function inOpenaiWords(choice: Choice): unknown {
  if (typeof choice === "object") return { type: "function", function: { name: choice.tool } };
  return choice === "any" ? "required" : choice;
}
