import type { ToolConfigDefaults } from "../ir.js";
import type { Origin } from "../base/origin.js";
import { showValue } from "../base/show-value.js";
import { own, type Node } from "./node.js";
import type { Findings } from "./findings.js";

// This file translates the tool choice of other systems to Gemini's function calling mode.

type Mode = ToolConfigDefaults["mode"];

const modes: Readonly<Record<string, Mode>> = {
  auto: "AUTO",
  any: "ANY",
  required: "ANY",
  none: "NONE",
  validated: "VALIDATED",
};

export function modeOf(word: unknown): Mode | undefined {
  return typeof word === "string" ? modeByWord(word.toLowerCase()) : undefined;
}

function modeByWord(word: string): Mode | undefined {
  return Object.hasOwn(modes, word) ? modes[word] : undefined;
}

export function toolConfig(
  mode: Mode,
  allowedFunctionNames: readonly string[] | undefined,
  origin: Origin,
): ToolConfigDefaults {
  return { mode, allowedFunctionNames, includeServerSideToolInvocations: undefined, origin };
}

/**
 * Reads the tool choice of OpenAI (`"auto"`, `{type: "function", function: {name}}`), Anthropic (`{type:
 * "tool", name}`) and Bedrock (`{auto: {}}`, `{tool: {name}}`). No value has two meanings, so one function
 * reads all of them.
 */
export function toolChoiceOf(choice: Node, findings: Findings): ToolConfigDefaults | undefined {
  const { value, origin } = choice;
  if (value === undefined || value === null) return undefined;
  const name = own(own(value, "function"), "name") ?? own(own(value, "tool"), "name") ?? own(value, "name");
  if (typeof name === "string") return toolConfig("ANY", [name], origin);
  const word = typeof value === "string" ? value : (own(value, "type") ?? soleKey(value));
  const mode = modeOf(word);
  if (mode !== undefined) return toolConfig(mode, undefined, origin);
  findings.report.add(
    "TP717",
    origin,
    {
      dialect: findings.dialect,
      field: String(origin.path.at(-1) ?? "tool choice"),
      problem: `expected a known choice, found ${showValue(value)}`,
    },
    { help: "Correct it, or set toolConfig in a spec of your own." },
  );
  return undefined;
}

function soleKey(value: unknown): string | undefined {
  const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
  return keys.length === 1 ? keys[0] : undefined;
}
