import { isObject } from "../message.js";
import { checkParameters } from "./check-parameters.js";
import type { InteractionRules } from "./interaction-rules.js";
import { firstRefusal } from "./step.js";
import { refused, type Refused } from "./texts.js";

const maxNameLength = 128;
const maxFunctions = 512;

type Tool = Readonly<Record<string, unknown>>;

/** The fields of each tool beside `type`. */
const toolFields: Readonly<Record<string, readonly string[]>> = {
  function: ["name", "description", "parameters"],
  mcp_server: ["name", "url", "headers", "allowed_tools"],
  google_search: ["search_types"],
  code_execution: [],
  url_context: [],
  file_search: ["file_search_store_names", "top_k", "metadata_filter"],
  google_maps: ["enable_widget", "latitude", "longitude"],
  computer_use: ["environment", "excluded_predefined_functions"],
  retrieval: ["retrieval_types", "vertex_ai_search_config", "vertex_rag_store"],
};

/** Checks `tools` and `generation_config.tool_choice`. */
export function checkInteractionTools(
  tools: unknown,
  choice: unknown,
  rules: InteractionRules,
): Refused | undefined {
  if (tools !== undefined && !Array.isArray(tools)) return refused("invalidInput", "tools");
  const list = (tools ?? []) as readonly unknown[];
  const names = new Set<string>();
  const flaw = firstRefusal(list, (tool, index) => checkTool(tool, `tools[${index}]`, names, rules));
  if (flaw) return flaw;
  if (names.size > maxFunctions) return refused("tooManyFunctions", maxFunctions);
  if (names.size > 0 && names.size < list.length && rules.refusesBuiltinsWithFunctions)
    return refused("builtinsWithFunctions");
  return checkChoice(choice, names);
}

function checkTool(
  tool: unknown,
  path: string,
  names: Set<string>,
  rules: InteractionRules,
): Refused | undefined {
  const fields = isObject(tool) ? toolFields[String(tool.type)] : undefined;
  if (fields === undefined || !isObject(tool)) return refused("invalidInput", `${path}.type`);
  const unknown = Object.keys(tool).find((name) => name !== "type" && !fields.includes(name));
  if (unknown !== undefined) return refused("unknownParameter", `${path}.${unknown}`);
  if (tool.type === "mcp_server") return checkServer(tool, path);
  return tool.type === "function" ? checkFunction(tool, names, rules) : undefined;
}

function checkServer({ name, url }: Tool, path: string): Refused | undefined {
  if (typeof url !== "string") return refused("invalidInput", `${path}.url`);
  return typeof name === "string" && name.includes("-") ? refused("serverName") : undefined;
}

function checkFunction(tool: Tool, names: Set<string>, rules: InteractionRules): Refused | undefined {
  const name = typeof tool.name === "string" ? tool.name : "";
  if (!/^[A-Za-z_][A-Za-z0-9_.:-]*$/.test(name) || name.length > maxNameLength)
    return refused("functionName", maxNameLength);
  if (names.has(name)) return refused("functionTwice", name);
  names.add(name);
  return checkParameters(tool.parameters, rules);
}

const modes = ["auto", "any", "none", "validated"];

function checkChoice(choice: unknown, names: ReadonlySet<string>): Refused | undefined {
  if (choice === undefined) return undefined;
  const path = "generation_config.tool_choice";
  const { allowed_tools: allowed } = isObject(choice) ? choice : {};
  const { mode = "auto", tools = [] } = isObject(allowed) ? allowed : { mode: choice };
  if (!modes.includes(mode as string) || !Array.isArray(tools)) return refused("invalidInput", path);
  if (names.size === 0) return refused("choiceWithoutFunctions");
  const unknown = (tools as readonly unknown[]).find((name) => !names.has(String(name)));
  return unknown === undefined ? undefined : refused("choiceUnknown", String(unknown));
}
