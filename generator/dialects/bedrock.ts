import type { ImportedTool } from "../ir.js";
import { foreignDialect, nameOf, readEach, toolOf } from "./imported-tool.js";
import { child, has, isMapping, own, type Node } from "./node.js";
import { mappingOf, reportOtherFields, type Reading } from "./reading.js";
import { toolChoiceOf } from "./tool-choice.js";
import { listNode, someTool, toolList } from "./tool-list.js";

/** The `toolConfig` of a Bedrock Converse request, or the request itself. */
export const bedrock = foreignDialect({
  name: "bedrock",
  title: "Bedrock Converse",
  recognises: (value) => someTool(value, (tool) => isMapping(own(tool, "toolSpec"))),
  read(root, reading) {
    const list = listNode(root);
    const config = list?.origin.path[0] === "toolConfig" ? child(root, "toolConfig") : root;
    return {
      tools: readEach(toolList(root), (entry) => readTool(entry, reading)),
      toolConfig: toolChoiceOf(child(config, "toolChoice"), reading),
    };
  },
});

function readTool(entry: Node, reading: Reading): ImportedTool | undefined {
  if (mappingOf(entry, reading) === undefined) return undefined;
  // A mark for the start of the provider's cache, not a tool.
  if (has(entry.value, "cachePoint")) return undefined;
  const system = own(child(entry, "systemTool").value, "name");
  if (has(entry.value, "systemTool")) {
    reading.report.add("TP705", entry.origin, { kind: String(system), dialect: reading.dialect });
    return undefined;
  }
  const spec = child(entry, "toolSpec");
  if (mappingOf(spec, reading) === undefined) return undefined;
  const name = nameOf(spec, child(spec, "name"), reading);
  if (name === undefined) return undefined;
  reportOtherFields(
    spec,
    name,
    { read: ["name", "description", "inputSchema"], harmless: ["strict"] },
    reading,
  );
  return toolOf(
    {
      entry: spec,
      name: child(spec, "name"),
      description: child(spec, "description"),
      input: child(spec, "inputSchema", "json"),
    },
    reading,
  );
}
