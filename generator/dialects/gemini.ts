import type { Builtin, DeclarationTarget, ForeignSchema, ImportedTool, ToolConfigDefaults } from "../ir.js";
import { origin } from "../base/origin.js";
import { camelCaseSchema } from "./gemini-schema.js";
import { foreignDialect, nameOf, readEach, toolOf } from "./imported-tool.js";
import { showValue } from "../base/show-value.js";
import { child, either, entries, has, isMapping, items, own, type Node } from "./node.js";
import { mappingOf, refuse, refuseUnnamed, reportOtherFields, type Findings } from "./findings.js";
import { modeOf, toolConfig } from "./tool-choice.js";
import { rewordTypes } from "./type-words.js";

/**
 * Gemini's own format: a list of declarations, a Tool, a list of Tools or a complete request, in camelCase or
 * snake_case.
 */
export const gemini = foreignDialect({
  name: "gemini",
  title: "Gemini",
  recognises: (value) => holdsDeclarations(value) || declarationList(value).some(isDeclaration),
  read(root, findings) {
    const tools = toolsOf(root);
    reportRequestFields(root, tools, findings);
    refuseMisspelt(tools, findings);
    return {
      tools: readEach(declarationsOf(root, tools), (entry) => readDeclaration(entry, findings)),
      builtins: tools.flatMap(builtinsOf),
      ordered: holdsKey(root.value, ["propertyOrdering", "property_ordering"]),
      toolConfig: configOf(either(root, "toolConfig", "tool_config"), findings),
    };
  },
});

function holdsKey(value: unknown, keys: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((item) => holdsKey(item, keys));
  if (!isMapping(value)) return false;
  return keys.some((key) => has(value, key)) || Object.values(value).some((item) => holdsKey(item, keys));
}

const listKeys = ["functionDeclarations", "function_declarations"] as const;

function holdsDeclarations(value: unknown): boolean {
  const tools = Array.isArray(value) ? value : [value, ...asList(own(value, "tools"))];
  return tools.some((tool) => listKeys.some((key) => Array.isArray(own(tool, key))));
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function declarationList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

const schemaKeys = ["parameters", "parametersJsonSchema", "parameters_json_schema"];

function isDeclaration(value: unknown): boolean {
  return typeof own(value, "name") === "string" && schemaKeys.some((key) => isMapping(own(value, key)));
}

/** The Tool objects of the document. The list is empty if the document only contains declarations. */
function toolsOf(root: Node): readonly Node[] {
  const candidates = Array.isArray(root.value) ? items(root) : [root, ...toolsField(root)];
  return candidates.filter(
    (tool) => isMapping(tool.value) && (holdsDeclarations(tool.value) || tool.origin.path[0] === "tools"),
  );
}

function toolsField(root: Node): readonly Node[] {
  const tools = child(root, "tools");
  return Array.isArray(tools.value) ? items(tools) : tools.value === undefined ? [] : [tools];
}

function declarationsOf(root: Node, tools: readonly Node[]): readonly Node[] {
  if (tools.length > 0) return tools.flatMap((tool) => items(either(tool, ...listKeys)));
  return Array.isArray(root.value) ? items(root) : [root];
}

function builtinsOf(tool: Node): readonly Builtin[] {
  // A root with `tools` is a request and not a Tool, so its other fields are not built-in tools.
  if (tool.origin.path.length === 0 && has(tool.value, "tools")) return [];
  return entries(tool)
    .filter(
      ([key, { value }]) =>
        !listKeys.includes(key as (typeof listKeys)[number]) &&
        isMapping(value) &&
        !requestFields.includes(key),
    )
    .map(([key, node]) => ({ [camelCased(key)]: node.value, [origin]: node.origin }));
}

/**
 * Refuses a list in a field with an unknown name. Settings of built-in tools are mappings, so a list is
 * probably `functionDeclarations` with a spelling mistake.
 */
function refuseMisspelt(tools: readonly Node[], findings: Findings): void {
  for (const tool of tools) {
    if (has(tool.value, "tools")) continue;
    for (const [key, node] of entries(tool))
      if (Array.isArray(node.value) && !listKeys.some((known) => known === key))
        refuseUnnamed(node, `functionDeclarations instead of ${JSON.stringify(key)}`, node, findings);
  }
}

const requestFields = ["toolConfig", "tool_config", "tools"];

function camelCased(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function reportRequestFields(root: Node, tools: readonly Node[], findings: Findings): void {
  if (!has(root.value, "tools")) return;
  const read = [...requestFields, ...(tools.some((tool) => tool.origin.path.length === 0) ? listKeys : [])];
  for (const [field, { value, origin }] of entries(root)) {
    if (read.includes(field) || value === undefined) continue;
    findings.report.add(
      "TP717",
      { key: origin },
      {
        dialect: findings.dialect,
        field,
        problem: "it belongs to the request, not to its tools",
      },
      { help: "Nothing to do. Set it for each run." },
    );
  }
}

const fields = {
  read: [
    "name",
    "description",
    "behavior",
    "type",
    ...schemaKeys,
    "response",
    "responseJsonSchema",
    "response_json_schema",
  ],
};

export function readDeclaration(entry: Node, findings: Findings): ImportedTool | undefined {
  if (mappingOf(entry, findings) === undefined) return undefined;
  const name = nameOf(entry, child(entry, "name"), findings);
  if (name === undefined) return undefined;
  reportOtherFields(entry, name, fields, findings);
  const json = either(entry, "parametersJsonSchema", "parameters_json_schema");
  if (json.value !== undefined && own(entry.value, "parameters") !== undefined)
    return refuse(name, "either parameters or parametersJsonSchema", { ...json, value: "both" }, findings);
  const responseJson = either(entry, "responseJsonSchema", "response_json_schema");
  return toolOf(
    {
      entry,
      name: child(entry, "name"),
      description: child(entry, "description"),
      input: json.value === undefined ? geminiSchema(child(entry, "parameters"), name, findings) : json,
      output:
        responseJson.value === undefined
          ? geminiSchema(child(entry, "response"), name, findings)
          : responseJson,
      target: targetOf(entry.value),
      policy: { nonBlocking: String(own(entry.value, "behavior")).toUpperCase() === "NON_BLOCKING" },
    },
    findings,
  );
}

function targetOf(declaration: unknown): DeclarationTarget | undefined {
  if (has(declaration, "parameters")) return "parameters";
  return has(declaration, "parametersJsonSchema") || has(declaration, "parameters_json_schema")
    ? "parametersJsonSchema"
    : undefined;
}

function geminiSchema(schema: Node, tool: string, findings: Findings): ForeignSchema {
  return { ...rewordTypes(camelCaseSchema(schema), tool, findings), dialect: "gemini" };
}

function configOf(config: Node, findings: Findings): ToolConfigDefaults | undefined {
  if (!isMapping(config.value)) return undefined;
  const calling = either(config, "functionCallingConfig", "function_calling_config");
  const lost = (field: string, problem: string, { origin }: Node): void => {
    const help = "Correct it, or set toolConfig in a spec of your own.";
    findings.report.add("TP717", origin, { dialect: findings.dialect, field, problem }, { help });
  };
  const { value: word } = child(calling, "mode");
  const mode = word === undefined || word === "MODE_UNSPECIFIED" ? "AUTO" : modeOf(word);
  if (mode === undefined)
    lost("mode", `expected AUTO, ANY, NONE or VALIDATED, found ${showValue(word)}`, child(calling, "mode"));
  const names = either(calling, "allowedFunctionNames", "allowed_function_names").value;
  for (const [field, node] of [...entries(config), ...entries(calling)])
    if (!configFields.includes(camelCased(field)))
      lost(field, "a default of toolConfig cannot have this field; set it for each run", node);
  const invocations = either(
    config,
    "includeServerSideToolInvocations",
    "include_server_side_tool_invocations",
  ).value;
  return {
    ...toolConfig(mode ?? "AUTO", Array.isArray(names) ? names.map(String) : undefined, config.origin),
    includeServerSideToolInvocations: typeof invocations === "boolean" ? invocations : undefined,
  };
}

const configFields = [
  "functionCallingConfig",
  "mode",
  "allowedFunctionNames",
  "includeServerSideToolInvocations",
];
