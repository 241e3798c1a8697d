import { namedTools, reportUncarried } from "./carried.js";
import type { ExportTarget } from "./target.js";
import { choiceOf, type Choice } from "./tool-choice.js";
import { argumentsSchema } from "./tool-schema.js";

/** Exports the `toolConfig` of a Converse request. */
export const bedrock: ExportTarget = {
  title: "Bedrock Converse",
  write(set, { report }) {
    reportUncarried(set, bedrock.title, { toolConfig: true }, report);
    const rule = { pattern: /^[A-Za-z0-9_-]{1,64}$/, words: "1 to 64 letters, digits, _ or -" };
    const choice = choiceOf(set, bedrock.title, report);
    if (choice === "none")
      report.add("TP722", set.toolConfig?.origin, { target: bedrock.title, what: "mode NONE" });
    return {
      tools: namedTools(set, bedrock.title, rule, report).map((tool) => ({
        toolSpec: {
          name: tool.name,
          // Bedrock refuses an empty description but accepts a missing one.
          ...(tool.description === "" ? {} : { description: tool.description }),
          inputSchema: { json: argumentsSchema(tool, set) },
        },
      })),
      ...(choice === undefined || choice === "none" ? {} : { toolChoice: inBedrockWords(choice) }),
    };
  },
};

function inBedrockWords(choice: Exclude<Choice, "none">): unknown {
  return typeof choice === "object" ? { tool: { name: choice.tool } } : { [choice]: {} };
}
