import type { Binding, ForeignSchema, ImportedTool } from "../ir.js";
import { foreignDialect, nameOf, readEach, toolOf } from "./imported-tool.js";
import { remoteBinding } from "./mcp.js";
import { child, entries, has, isMapping, items, own, type Node } from "./node.js";
import { withPropertyOrigins } from "./property-origins.js";
import { mappingOf, refuse, reportOtherFields, type Findings } from "./findings.js";
import { readParameter } from "./snakepit-parameter.js";
import { listNode, someTool, toolList } from "./tool-list.js";

/**
 * The registration of a snakepit worker: a RegisterToolsRequest, an InitializeSessionResponse (a mapping of
 * tools by name), or the list of tools alone.
 */
export const snakepit = foreignDialect({
  name: "snakepit",
  title: "snakepit",
  recognises: (value) =>
    someTool(value, isRegistration) || Object.values(namedTools(value)).some(isRegistration),
  settings: ["remote", "signatures"],
  read(root, findings, context) {
    const binding = remoteBinding("snakepit", context);
    const named = listNode(root) === undefined && isMapping(own(root.value, "tools"));
    const tools = named ? entries(child(root, "tools")).map(([, entry]) => entry) : toolList(root);
    return { tools: readEach(tools, (entry) => readTool(entry, binding, findings)) };
  },
});

function namedTools(value: unknown): Readonly<Record<string, unknown>> {
  const tools = own(value, "tools") ?? own(value, "available_tools");
  return isMapping(tools) ? tools : {};
}

const marks = ["supports_streaming", "metadata"];
const parameterMarks = ["validation_json", "default_value"];

/**
 * Whether an entry is a snakepit registration. A list of parameters is not enough, because a tool of our own
 * YAML may have such a list.
 */
function isRegistration(tool: unknown): boolean {
  const parameters = own(tool, "parameters");
  if (!Array.isArray(parameters) || !has(tool, "name")) return false;
  return (
    marks.some((mark) => has(tool, mark)) ||
    parameters.some((parameter) =>
      parameterMarks.some((mark) => isMapping(parameter) && Object.hasOwn(parameter, mark)),
    )
  );
}

const fields = { read: ["name", "description", "parameters"], harmless: ["metadata", "supports_streaming"] };

function readTool(
  entry: Node,
  bindingOf: (tool: string) => Binding,
  findings: Findings,
): ImportedTool | undefined {
  if (mappingOf(entry, findings) === undefined) return undefined;
  const name = nameOf(entry, child(entry, "name"), findings);
  if (name === undefined) return undefined;
  if (name === "execute_tool") {
    findings.report.add("TP714", entry.origin, { tool: name, why: "it is the worker's own entry point" });
    return undefined;
  }
  reportOtherFields(entry, name, fields, findings);
  const input = inputOf(name, child(entry, "parameters"), findings);
  if (input === undefined) return undefined;
  return toolOf(
    {
      entry,
      name: child(entry, "name"),
      description: child(entry, "description"),
      input,
      binding: signed(bindingOf(name), entry),
    },
    findings,
  );
}

/**
 * Adds a signature that is computed from the parameters in the file, unless the settings contain a signature. The
 * runtime compares the signature with the tool that the worker offers.
 */
function signed(binding: Binding, entry: Node): Binding {
  if (binding.kind !== "snakepit" || binding.signature !== undefined) return binding;
  const parameters = items(child(entry, "parameters")).flatMap((node) => {
    const [name, type, required] = ["name", "type", "required"].map((key) => own(node.value, key));
    if (isVariadic(node)) return [];
    return [`${String(name)}${required === true ? "" : "?"}: ${typeText(type)}`];
  });
  return { ...binding, signature: `(${parameters.join(", ")})` };
}

/** Returns a type in the notation of signatures. */
function typeText(type: unknown): string {
  return type === "array" ? "any[]" : typeof type === "string" && type !== "" ? type : "any";
}

/** Turns the list of parameters into an object schema. */
function inputOf(tool: string, parameters: Node, findings: Findings): ForeignSchema | undefined {
  if (parameters.value !== undefined && !Array.isArray(parameters.value))
    return refuse(tool, "a list of parameters", parameters, findings);
  const properties: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const required: string[] = [];
  for (const node of items(parameters)) {
    const name = own(node.value, "name");
    if (typeof name !== "string" || name === "")
      return refuse(tool, "a parameter with a name", child(node, "name"), findings);
    if (isVariadic(node)) {
      findings.report.add("TP713", node.origin, {
        tool,
        parameter: name,
        why: "variadic arguments have no schema",
      });
      continue;
    }
    properties[name] = readParameter(tool, name, node, findings);
    if (own(node.value, "required") === true) required.push(name);
  }
  const value = { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  const listed = items(parameters);
  const indexOf = (name: string): number => listed.findIndex((item) => own(item.value, "name") === name);
  return { value, dialect: "2020-12", origin: withPropertyOrigins(parameters.origin, indexOf) };
}

/** Whether a parameter is variadic. The worker registers `*args` and `**kwargs` as required parameters of type any. */
function isVariadic({ value }: Node): boolean {
  const name = own(value, "name");
  return (
    ["args", "kw", "kwargs"].includes(String(name)) &&
    own(value, "required") === true &&
    ["any", "", undefined].includes(own(value, "type") as string | undefined)
  );
}
