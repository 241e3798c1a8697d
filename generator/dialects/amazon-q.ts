import type { ForeignSchema, ImportedTool } from "../ir.js";
import { draftOf } from "./draft.js";
import { foreignDialect, nameOf, readEach, toolOf } from "./imported-tool.js";
import { child, either, entries, has, isMapping, own, type Mapping, type Node } from "./node.js";
import { mappingOf, refuse, reportOtherFields, type Findings } from "./findings.js";
import { someTool, toolList } from "./tool-list.js";

/**
 * Amazon Q Developer CLI in its three forms: the index file (one object keyed by id), the service's wire form
 * (`toolSpecification`) and the agent's list of specs (`inputSchema`, as in MCP).
 */
export const amazonQ = foreignDialect({
  name: "amazon-q",
  title: "Amazon Q",
  recognises: (value) => isWire(value) || isIndex(value) || isAgentList(value),
  read(root, findings) {
    const entries = isIndex(root.value) ? indexEntries(root, findings) : toolList(root);
    return { tools: readEach(entries, (entry) => readTool(entry, findings)) };
  },
});

const schemaKeys = ["input_schema", "inputSchema"] as const;

function isWire(value: unknown): boolean {
  return someTool(value, (tool) => isMapping(own(tool, "toolSpecification")));
}

function isIndex(value: unknown): boolean {
  if (!isMapping(value)) return false;
  const entries = Object.values(value);
  return entries.some(
    (entry) => typeof own(entry, "name") === "string" && schemaKeys.some((key) => isMapping(own(entry, key))),
  );
}

/** Only the purpose that the agent adds distinguishes its list from that of MCP. Both are read in the same way. */
function isAgentList(value: unknown): boolean {
  return someTool(value, (tool) => own(own(own(tool, "inputSchema"), "properties"), purpose) !== undefined);
}

function indexEntries(root: Node, findings: Findings): readonly Node[] {
  return entries(root).flatMap(([key, entry]) => {
    const name = own(entry.value, "name");
    if (name === "dummy") {
      findings.report.add("TP714", entry.origin, {
        tool: "dummy",
        why: "it only stands in for tools that are gone",
      });
      return [];
    }
    if (typeof name === "string" && name !== key)
      findings.report.add("TP715", child(entry, "name").origin, { key, name });
    return [entry];
  });
}

function readTool(entry: Node, findings: Findings): ImportedTool | undefined {
  if (mappingOf(entry, findings) === undefined) return undefined;
  // A mark for the start of the service's cache, not a tool.
  if (has(entry.value, "cachePoint")) return undefined;
  const spec = has(entry.value, "toolSpecification") ? child(entry, "toolSpecification") : entry;
  if (mappingOf(spec, findings) === undefined) return undefined;
  const name = nameOf(spec, child(spec, "name"), findings);
  if (name === undefined) return undefined;
  reportOtherFields(
    spec,
    name,
    { read: ["name", "description", ...schemaKeys], harmless: ["tool_origin", "toolOrigin"] },
    findings,
  );
  const schema = schemaOf(either(spec, ...schemaKeys));
  if (!isMapping(schema.value)) return refuse(name, "an input schema", schema, findings);
  return toolOf(
    {
      entry: spec,
      name: child(spec, "name"),
      description: child(spec, "description"),
      input: withoutPurpose(schema, name, findings),
    },
    findings,
  );
}

/** The service wraps the schema in `json`. Early descriptions of the format use `schema`. */
function schemaOf(node: Node): Node {
  if (isMapping(own(node.value, "json"))) return child(node, "json");
  return isMapping(own(node.value, "schema")) && !has(node.value, "type") ? child(node, "schema") : node;
}

const purpose = "__tool_use_purpose";

/** Removes an argument that the agent adds to every tool and takes away again before the tool runs. */
function withoutPurpose(schema: Node, tool: string, findings: Findings): ForeignSchema {
  const dialect = draftOf(schema.value);
  const properties = own(schema.value, "properties");
  if (!has(properties, purpose)) return { ...schema, dialect };
  findings.report.add("TP713", child(schema, "properties", purpose).origin, {
    tool,
    parameter: purpose,
    why: "the agent adds it to every tool and removes it before the call",
  });
  const { [purpose]: _purpose, ...others } = properties as Mapping;
  const required = own(schema.value, "required");
  const value = {
    ...(schema.value as Mapping),
    properties: others,
    ...(Array.isArray(required) ? { required: required.filter((key) => key !== purpose) } : {}),
  };
  return { ...schema, value, dialect };
}
