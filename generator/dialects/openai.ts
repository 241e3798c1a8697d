import type { ImportedTool } from "../ir.js";
import { foreignDialect, nameOf, readEach, toolOf, type FoundTool } from "./imported-tool.js";
import { child, has, isMapping, items, own, type Node } from "./node.js";
import { relaxStrict } from "./openai-strict.js";
import { mappingOf, refuse, reportOtherFields, type Findings } from "./findings.js";
import { toolChoiceOf } from "./tool-choice.js";
import { someTool, toolList } from "./tool-list.js";
import { rewordTypes } from "./type-words.js";

/**
 * The tools of OpenAI. In chat completions a tool has a nested `function`, and in the responses API a tool is
 * flat. A list may contain both kinds.
 */
export const openai = foreignDialect({
  name: "openai",
  title: "OpenAI",
  recognises: (value) => someTool(value, isOpenaiTool),
  read: (root, findings) => ({
    tools: readEach(unpacked(toolList(root), findings), (entry) => readTool(entry, findings)),
    toolConfig: toolChoiceOf(child(root, "tool_choice"), findings),
  }),
});

function isOpenaiTool(tool: unknown): boolean {
  const type = own(tool, "type");
  if (type === "function") return isMapping(own(tool, "function")) || has(tool, "name");
  if (type === "custom") return !has(tool, "input_schema") && (has(tool, "custom") || has(tool, "name"));
  return type === "namespace" && Array.isArray(own(tool, "tools"));
}

/** Replaces each namespace with its tools. A namespace is a list of tools under a common name. */
function unpacked(entries: readonly Node[], findings: Findings): readonly Node[] {
  return entries.flatMap((entry) => {
    if (own(entry.value, "type") !== "namespace") return [entry];
    const tools = items(child(entry, "tools"));
    const inside = tools.map((tool) => own(own(tool.value, "function"), "name") ?? own(tool.value, "name"));
    for (const tool of inside) findings.lost("namespace", String(tool), child(entry, "type").origin);
    return tools;
  });
}

function readTool(entry: Node, findings: Findings): ImportedTool | undefined {
  if (mappingOf(entry, findings) === undefined) return undefined;
  const type = own(entry.value, "type");
  if (type === "custom")
    return readCustom(has(entry.value, "custom") ? child(entry, "custom") : entry, findings);
  if (type !== undefined && type !== "function") {
    // Tools that OpenAI runs itself have none of the fields `function`, `custom`, `parameters` and
    // `input_schema`. If an entry has one of them, its unknown type is a spelling mistake.
    const hasParameters = ["parameters", "input_schema"].some((key) => has(entry.value, key));
    const body = ["function", "custom"].find((key) => has(entry.value, key));
    if (body !== undefined || hasParameters || typeof type !== "string")
      return refuseType(body === undefined ? entry : child(entry, body), entry, findings);
    findings.report.add("TP705", entry.origin, { kind: String(type), dialect: findings.dialect });
    return undefined;
  }
  return readFunction(has(entry.value, "function") ? child(entry, "function") : entry, findings);
}

function refuseType(body: Node, entry: Node, findings: Findings): undefined {
  const name = nameOf(body, child(body, "name"), findings);
  return name === undefined
    ? undefined
    : refuse(name, 'the type "function" or "custom"', child(entry, "type"), findings);
}

const fields = {
  read: ["type", "name", "description", "parameters", "strict", "output_schema", "capabilities"],
  harmless: ["defer_loading", "allowed_callers"],
};

/**
 * Reads a function of either API. An entry of the legacy list `functions` has the same fields except `type`.
 */
export function readFunction(entry: Node, findings: Findings): ImportedTool | undefined {
  if (mappingOf(entry, findings) === undefined) return undefined;
  const name = nameOf(entry, child(entry, "name"), findings);
  if (name === undefined) return undefined;
  reportOtherFields(entry, name, fields, findings);
  const parameters = rewordTypes(child(entry, "parameters"), name, findings);
  const found: FoundTool = {
    entry,
    name: child(entry, "name"),
    description: child(entry, "description"),
    input: own(entry.value, "strict") === true ? relaxStrict(parameters, name, findings) : parameters,
    output: child(entry, "output_schema"),
    policy: { approval: confirmationOf(child(entry, "capabilities"), name, findings) },
  };
  return toolOf(found, findings);
}

/**
 * Whether the function needs an approval. Copilot plugin manifests declare this in
 * `capabilities.confirmation`.
 */
function confirmationOf(capabilities: Node, tool: string, findings: Findings): boolean {
  reportOtherFields(capabilities, tool, { read: ["confirmation"] }, findings);
  const confirmation = child(capabilities, "confirmation");
  if (!isMapping(confirmation.value) || confirmation.value.type === "None") return false;
  findings.understood("confirmation", "present", "approval: true", tool, confirmation.origin);
  return true;
}

/**
 * A custom tool takes free text, perhaps with a grammar. Gemini has only JSON arguments, so the text becomes
 * the argument `input`.
 */
function readCustom(entry: Node, findings: Findings): ImportedTool | undefined {
  if (mappingOf(entry, findings) === undefined) return undefined;
  const name = nameOf(entry, child(entry, "name"), findings);
  if (name === undefined) return undefined;
  reportOtherFields(
    entry,
    name,
    { read: ["type", "name", "description", "format"], harmless: fields.harmless },
    findings,
  );
  const format = own(child(entry, "format").value, "type");
  findings.report.add("TP710", entry.origin, {
    tool: name,
    format: typeof format === "string" ? format : "text",
  });
  const input = { type: "object", properties: { input: { type: "string" } }, required: ["input"] };
  return toolOf(
    {
      entry,
      name: child(entry, "name"),
      description: child(entry, "description"),
      input: { value: input, dialect: "2020-12", origin: entry.origin },
    },
    findings,
  );
}
