import { foreignDialect, readEach } from "./imported-tool.js";
import { child, has, isMapping, items, own } from "./node.js";
import { readFunction } from "./openai.js";
import { toolChoiceOf } from "./tool-choice.js";

/**
 * The `functions` of early chat completions. Manifests of Semantic Kernel and of Copilot plugins contain the
 * same list.
 */
export const openaiLegacy = foreignDialect({
  name: "openai-legacy",
  title: "OpenAI functions",
  recognises: (value) => {
    const functions = own(value, "functions");
    return Array.isArray(functions) && functions.some((entry) => isMapping(entry) && has(entry, "name"));
  },
  read: (root, findings) => ({
    tools: readEach(items(child(root, "functions")), (entry) => readFunction(entry, findings)),
    toolConfig: toolChoiceOf(child(root, "function_call"), findings),
  }),
});
