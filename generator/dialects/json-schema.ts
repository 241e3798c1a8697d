import type { ImportedTool } from "../ir.js";
import { foreignDialect, readEach, toolOf } from "./imported-tool.js";
import { child, isMapping, own, type Mapping, type Node } from "./node.js";
import { mappingOf, type Findings } from "./findings.js";
import { someTool, toolList } from "./tool-list.js";

/**
 * A JSON Schema whose `title` is the name of the tool, or a list of such schemas. LangChain and Pydantic
 * write these schemas.
 */
export const jsonSchema = foreignDialect({
  name: "json-schema",
  title: "JSON Schema with a title",
  recognises: (value) =>
    someTool(value, (tool) => typeof own(tool, "title") === "string" && isMapping(own(tool, "properties"))),
  read: (root, findings) => ({ tools: readEach(toolList(root), (entry) => readTool(entry, findings)) }),
});

function readTool(entry: Node, findings: Findings): ImportedTool | undefined {
  const schema = mappingOf(entry, findings);
  if (schema === undefined) return undefined;
  return toolOf(
    {
      entry,
      name: child(entry, "title"),
      description: child(entry, "description"),
      input: { value: withoutHead(schema), origin: entry.origin },
    },
    findings,
  );
}

/**
 * Removes the title and the description of the root schema, because they become the name and the description
 * of the tool.
 */
function withoutHead(schema: Mapping): Mapping {
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => key !== "title" && key !== "description"),
  );
}
