import type { ErrorCode, ModelVisibleError } from "../errors.js";
import type { BoundTool, Toolset } from "../tool.js";

const MAX_NAMES = 50;

export type FoundTool<Context> = { readonly ok: true; readonly tool: BoundTool<Context> } | ToolNotFound;

interface ToolNotFound {
  readonly ok: false;
  readonly error: ModelVisibleError;
}

/**
 * Finds the tool that a call names. Returns an error if the tool is not active or not in `allowed`. By
 * default, all tools are active and all active tools are allowed.
 */
export function findTool<Context>(
  tools: Toolset<Context>,
  requested: unknown,
  allowed?: ReadonlySet<string>,
  active?: ReadonlySet<string>,
): FoundTool<Context> {
  const name = typeof requested === "string" ? requested : "";
  // Gemini shows functions to the model in a namespace, and models sometimes include its name in a call, as
  // in `default_api.get_weather`.
  const bareName = tools.tools.has(name) ? name : name.replace(/^default_api[.:]/, "");
  const tool = !active || active.has(bareName) ? tools.tools.get(bareName) : undefined;
  const usable = allowed ?? active;
  const names = usable ?? tools.tools.keys();
  if (!tool) return refusal("UNKNOWN_TOOL", `There is no tool ${quoteName(name)}.`, names);
  if (usable && !usable.has(bareName))
    return refusal("NOT_ALLOWED", `The tool ${quoteName(name)} may not be called now.`, names);
  return { ok: true, tool };
}

function refusal(code: ErrorCode, problem: string, usable: Iterable<string>): ToolNotFound {
  const all = [...usable];
  const names = all.slice(0, MAX_NAMES).join(", ");
  const more = all.length > MAX_NAMES ? ` and ${all.length - MAX_NAMES} more` : "";
  const message = `${problem} ${names ? `Available tools: ${names}${more}.` : "No tool is available."}`;
  return { ok: false, error: { code, message } };
}

/**
 * Quotes a name from the model for a message. Unusual characters are replaced, because the model invented the
 * name.
 */
export function quoteName(name: string): string {
  return `"${name.slice(0, 64).replace(/[^\w.:/ -]/g, "?")}"`;
}
