import type { ForeignSchema, ImportedTool } from "../ir.js";
import { draftOf } from "./draft.js";
import { foreignDialect, nameOf, readEach, toolOf } from "./imported-tool.js";
import { child, either, entries, has, isMapping, own, type Mapping, type Node } from "./node.js";
import { mappingOf, refuse, reportOtherFields, type Findings } from "./findings.js";
import { someTool, toolList } from "./tool-list.js";

/**
 * Tools of the Amazon Q Developer CLI. There are three forms: an index file, which has a tool for each id;
 * requests of the service, which contain `toolSpecification`; and the list of an agent, which has
 * `inputSchema` as in MCP.
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

/**
 * Whether a list with `inputSchema` comes from an Amazon Q agent and not from an MCP server. Only an agent
 * adds the argument `__tool_use_purpose`.
 */
function isAgentList(value: unknown): boolean {
  return someTool(value, (tool) => own(own(own(tool, "inputSchema"), "properties"), purpose) !== undefined);
}

function indexEntries(root: Node, findings: Findings): readonly Node[] {
  return entries(root).flatMap(([key, entry]) => {
    const name = own(entry.value, "name");
    if (name === "dummy") {
      findings.report.add("TP714", entry.origin, {
        tool: "dummy",
        why: "it is a placeholder for tools that were removed",
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
  // The entry is a marker for the cache of the service, not a tool.
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

/**
 * Returns the schema of a tool. The service wraps the schema in `json`, and early descriptions of the format
 * wrap the schema in `schema`.
 */
function schemaOf(node: Node): Node {
  if (isMapping(own(node.value, "json"))) return child(node, "json");
  return isMapping(own(node.value, "schema")) && !has(node.value, "type") ? child(node, "schema") : node;
}

const purpose = "__tool_use_purpose";

/**
 * Removes `__tool_use_purpose`. The agent adds this argument to every tool and removes it before the tool
 * runs.
 */
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
