import type { ImportedTool } from "../ir.js";
import { foreignDialect, nameOf, readEach, toolOf, type FoundTool } from "./imported-tool.js";
import { child, has, isMapping, items, own, type Node } from "./node.js";
import { relaxStrict } from "./openai-strict.js";
import { mappingOf, refuse, reportOtherFields, type Reading } from "./reading.js";
import { toolChoiceOf } from "./tool-choice.js";
import { someTool, toolList } from "./tool-list.js";
import { rewordTypes } from "./type-words.js";

/** OpenAI's chat completions (nested `function`) and responses (flat). Lists that mix the two are read as well. */
export const openai = foreignDialect({
  name: "openai",
  title: "OpenAI",
  recognises: (value) => someTool(value, isOpenaiTool),
  read: (root, reading) => ({
    tools: readEach(unpacked(toolList(root), reading), (entry) => readTool(entry, reading)),
    toolConfig: toolChoiceOf(child(root, "tool_choice"), reading),
  }),
});

function isOpenaiTool(tool: unknown): boolean {
  const type = own(tool, "type");
  if (type === "function") return isMapping(own(tool, "function")) || has(tool, "name");
  if (type === "custom") return !has(tool, "input_schema") && (has(tool, "custom") || has(tool, "name"));
  return type === "namespace" && Array.isArray(own(tool, "tools"));
}

/** Replaces each namespace with its tools. A namespace is a list of tools under a common name. */
function unpacked(entries: readonly Node[], reading: Reading): readonly Node[] {
  return entries.flatMap((entry) => {
    if (own(entry.value, "type") !== "namespace") return [entry];
    const tools = items(child(entry, "tools"));
    const inside = tools.map((tool) => own(own(tool.value, "function"), "name") ?? own(tool.value, "name"));
    for (const tool of inside) reading.lost("namespace", String(tool), child(entry, "type").origin);
    return tools;
  });
}

function readTool(entry: Node, reading: Reading): ImportedTool | undefined {
  if (mappingOf(entry, reading) === undefined) return undefined;
  const type = own(entry.value, "type");
  if (type === "custom")
    return readCustom(has(entry.value, "custom") ? child(entry, "custom") : entry, reading);
  if (type !== undefined && type !== "function") {
    // Tools that OpenAI runs itself have none of these fields. A tool with one has a misspelt type.
    const hasBody = ["parameters", "input_schema"].some((key) => has(entry.value, key));
    const body = ["function", "custom"].find((key) => has(entry.value, key));
    if (body !== undefined || hasBody || typeof type !== "string")
      return refuseType(body === undefined ? entry : child(entry, body), entry, reading);
    reading.report.add("TP705", entry.origin, { kind: String(type), dialect: reading.dialect });
    return undefined;
  }
  return readFunction(has(entry.value, "function") ? child(entry, "function") : entry, reading);
}

function refuseType(body: Node, entry: Node, reading: Reading): undefined {
  const name = nameOf(body, child(body, "name"), reading);
  return name === undefined
    ? undefined
    : refuse(name, 'the type "function" or "custom"', child(entry, "type"), reading);
}

const fields = {
  read: ["type", "name", "description", "parameters", "strict", "output_schema", "capabilities"],
  harmless: ["defer_loading", "allowed_callers"],
};

/** Reads one function of either API. Legacy `functions` are the same without a `type`. */
export function readFunction(entry: Node, reading: Reading): ImportedTool | undefined {
  if (mappingOf(entry, reading) === undefined) return undefined;
  const name = nameOf(entry, child(entry, "name"), reading);
  if (name === undefined) return undefined;
  reportOtherFields(entry, name, fields, reading);
  const parameters = rewordTypes(child(entry, "parameters"), name, reading);
  const found: FoundTool = {
    entry,
    name: child(entry, "name"),
    description: child(entry, "description"),
    input: own(entry.value, "strict") === true ? relaxStrict(parameters, name, reading) : parameters,
    output: child(entry, "output_schema"),
    policy: { approval: confirmationOf(child(entry, "capabilities"), name, reading) },
  };
  return toolOf(found, reading);
}

/** Copilot plugin manifests write the confirmation next to the function. */
function confirmationOf(capabilities: Node, tool: string, reading: Reading): boolean {
  reportOtherFields(capabilities, tool, { read: ["confirmation"] }, reading);
  const confirmation = child(capabilities, "confirmation");
  if (!isMapping(confirmation.value) || confirmation.value.type === "None") return false;
  reading.understood("confirmation", "present", "approval: true", tool, confirmation.origin);
  return true;
}

/** A custom tool takes free text, perhaps under a grammar. Gemini has only JSON arguments. */
function readCustom(entry: Node, reading: Reading): ImportedTool | undefined {
  if (mappingOf(entry, reading) === undefined) return undefined;
  const name = nameOf(entry, child(entry, "name"), reading);
  if (name === undefined) return undefined;
  reportOtherFields(
    entry,
    name,
    { read: ["type", "name", "description", "format"], harmless: fields.harmless },
    reading,
  );
  const format = own(child(entry, "format").value, "type");
  reading.report.add("TP710", entry.origin, {
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
    reading,
  );
}
