import type { Example, ImportedTool, JsonObject } from "../ir.js";
import { foreignDialect, nameOf, readEach, toolOf } from "./imported-tool.js";
import { child, has, isMapping, items, own, type Node } from "./node.js";
import { mappingOf, refuse, reportOtherFields, type Findings } from "./findings.js";
import { toolChoiceOf } from "./tool-choice.js";
import { someTool, toolList } from "./tool-list.js";

/** The `tools` of an Anthropic Messages request, or the request itself. */
export const anthropic = foreignDialect({
  name: "anthropic",
  title: "Anthropic",
  recognises: (value) => someTool(value, (tool) => has(tool, "name") && has(tool, "input_schema")),
  read: (root, findings) => ({
    tools: readEach(toolList(root), (entry) => readTool(entry, findings)),
    toolConfig: toolChoiceOf(child(root, "tool_choice"), findings),
  }),
});

const fields = {
  read: ["name", "description", "input_schema", "type", "input_examples"],
  harmless: ["cache_control", "defer_loading", "eager_input_streaming", "strict", "allowed_callers"],
};

function readTool(entry: Node, findings: Findings): ImportedTool | undefined {
  if (mappingOf(entry, findings) === undefined) return undefined;
  const type = own(entry.value, "type");
  // Tools that Anthropic runs itself have no schema. If a tool has a schema, its unknown type is a spelling
  // mistake.
  const hosted = typeof type === "string" && type !== "custom" && !has(entry.value, "input_schema");
  if (hosted) {
    findings.report.add("TP705", entry.origin, { kind: type, dialect: findings.dialect });
    return undefined;
  }
  const name = nameOf(entry, child(entry, "name"), findings);
  if (name === undefined) return undefined;
  if (type !== undefined && type !== null && type !== "custom")
    return refuse(name, 'the type "custom" or none', child(entry, "type"), findings);
  if (!has(entry.value, "input_schema"))
    return refuse(name, "an input_schema", child(entry, "input_schema"), findings);
  reportOtherFields(entry, name, fields, findings);
  return toolOf(
    {
      entry,
      name: child(entry, "name"),
      description: child(entry, "description"),
      input: child(entry, "input_schema"),
      examples: examplesOf(child(entry, "input_examples"), name, findings),
    },
    findings,
  );
}

function examplesOf(list: Node, tool: string, findings: Findings): readonly Example[] {
  return items(list).flatMap(({ value, origin }) => {
    if (isMapping(value))
      return [{ args: value as JsonObject, result: undefined, description: undefined, origin }];
    findings.lost("input_examples", tool, origin);
    return [];
  });
}
