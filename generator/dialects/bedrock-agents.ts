import type { ForeignSchema, ImportedTool } from "../ir.js";
import { foreignDialect, nameOf, readEach, toolOf } from "./imported-tool.js";
import { showValue } from "../base/show-value.js";
import { child, entries, isMapping, items, own, type Node } from "./node.js";
import { withPropertyOrigins } from "./property-origins.js";
import { mappingOf, refuse, reportOtherFields, type Findings } from "./findings.js";

/**
 * The function schema of a Bedrock Agents action group. The parameters of a function are a flat mapping, and
 * each parameter has its own `required`.
 */
export const bedrockAgents = foreignDialect({
  name: "bedrock-agents",
  title: "Bedrock Agents",
  recognises: (value) => {
    const functions = functionList(value);
    return Array.isArray(functions) && functions.some(hasFlatParameters);
  },
  read(root, findings) {
    const functions = Array.isArray(own(root.value, "functions"))
      ? child(root, "functions")
      : child(root, "functionSchema", "functions");
    return { tools: readEach(items(functions), (entry) => readFunction(entry, findings)) };
  },
});

function functionList(value: unknown): unknown {
  return own(value, "functions") ?? own(own(value, "functionSchema"), "functions");
}

function hasFlatParameters(entry: unknown): boolean {
  if (own(entry, "requireConfirmation") !== undefined) return true;
  const parameters = own(entry, "parameters");
  if (!isMapping(parameters) || Object.keys(parameters).length === 0) return false;
  return (
    Object.values(parameters).every(
      (parameter) =>
        isMapping(parameter) &&
        typeof own(parameter, "type") === "string" &&
        !Array.isArray(parameter.required),
    ) && Object.values(parameters).some((parameter) => typeof own(parameter, "required") === "boolean")
  );
}

function readFunction(entry: Node, findings: Findings): ImportedTool | undefined {
  if (mappingOf(entry, findings) === undefined) return undefined;
  const name = nameOf(entry, child(entry, "name"), findings);
  if (name === undefined) return undefined;
  reportOtherFields(
    entry,
    name,
    { read: ["name", "description", "parameters", "requireConfirmation"] },
    findings,
  );
  const input = inputOf(name, child(entry, "parameters"), findings);
  if (input === undefined) return undefined;
  return toolOf(
    {
      entry,
      name: child(entry, "name"),
      description: child(entry, "description"),
      input,
      policy: { approval: confirmationOf(child(entry, "requireConfirmation"), name, findings) },
    },
    findings,
  );
}

function confirmationOf(confirmation: Node, tool: string, findings: Findings): boolean {
  const { value, origin } = confirmation;
  if (value === "ENABLED") {
    findings.understood("requireConfirmation", "ENABLED", "approval: true", tool, origin);
    return true;
  }
  if (value !== undefined && value !== "DISABLED")
    findings.report.add("TP717", origin, {
      dialect: findings.dialect,
      field: "requireConfirmation",
      problem: `expected ENABLED or DISABLED, found ${showValue(value)}`,
    });
  return false;
}

const types = ["string", "number", "integer", "boolean", "array"];

function inputOf(tool: string, parameters: Node, findings: Findings): ForeignSchema | undefined {
  if (parameters.value !== undefined && !isMapping(parameters.value))
    return refuse(tool, "a mapping of parameters", parameters, findings);
  const properties: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const required: string[] = [];
  for (const [parameter, node] of entries(parameters)) {
    const type = own(node.value, "type");
    if (typeof type !== "string" || !types.includes(type))
      return refuse(
        tool,
        `one of ${types.join(", ")} as type of ${JSON.stringify(parameter)}`,
        child(node, "type"),
        findings,
      );
    const description = own(node.value, "description");
    properties[parameter] = { type, ...(typeof description === "string" ? { description } : {}) };
    if (own(node.value, "required") === true) required.push(parameter);
    reportOtherFields(node, tool, { read: ["type", "description", "required"] }, findings);
  }
  const value = { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  return { value, dialect: "2020-12", origin: withPropertyOrigins(parameters.origin, (name) => name) };
}
