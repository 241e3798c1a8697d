import type { ImportedTool } from "../ir.js";
import { foreignDialect, nameOf, readEach, toolOf } from "./imported-tool.js";
import { child, has, isMapping, own, type Node } from "./node.js";
import { mappingOf, reportOtherFields, type Findings } from "./findings.js";
import { toolChoiceOf } from "./tool-choice.js";
import { listNode, someTool, toolList } from "./tool-list.js";

/** The `toolConfig` of a Bedrock Converse request, or the request itself. */
export const bedrock = foreignDialect({
  name: "bedrock",
  title: "Bedrock Converse",
  recognises: (value) => someTool(value, (tool) => isMapping(own(tool, "toolSpec"))),
  read(root, findings) {
    const list = listNode(root);
    const config = list?.origin.path[0] === "toolConfig" ? child(root, "toolConfig") : root;
    return {
      tools: readEach(toolList(root), (entry) => readTool(entry, findings)),
      toolConfig: toolChoiceOf(child(config, "toolChoice"), findings),
    };
  },
});

function readTool(entry: Node, findings: Findings): ImportedTool | undefined {
  if (mappingOf(entry, findings) === undefined) return undefined;
  // The entry is a marker for the cache of the provider, not a tool.
  if (has(entry.value, "cachePoint")) return undefined;
  const system = own(child(entry, "systemTool").value, "name");
  if (has(entry.value, "systemTool")) {
    findings.report.add("TP705", entry.origin, { kind: String(system), dialect: findings.dialect });
    return undefined;
  }
  const spec = child(entry, "toolSpec");
  if (mappingOf(spec, findings) === undefined) return undefined;
  const name = nameOf(spec, child(spec, "name"), findings);
  if (name === undefined) return undefined;
  reportOtherFields(
    spec,
    name,
    { read: ["name", "description", "inputSchema"], harmless: ["strict"] },
    findings,
  );
  return toolOf(
    {
      entry: spec,
      name: child(spec, "name"),
      description: child(spec, "description"),
      input: child(spec, "inputSchema", "json"),
    },
    findings,
  );
}
