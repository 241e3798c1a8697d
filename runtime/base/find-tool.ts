import type { ErrorCode, ModelVisibleError } from "../errors.js";
import type { BoundTool, Toolset } from "../tool.js";

const MAX_NAMES = 50;

export type FoundTool<Context> = { readonly ok: true; readonly tool: BoundTool<Context> } | NoTool;

interface NoTool {
  readonly ok: false;
  readonly error: ModelVisibleError;
}

/** The tool a model means, or why it may not have it. `allowed` limits the choice; without it every tool of the set is. */
export function findTool<Context>(
  tools: Toolset<Context>,
  given: unknown,
  allowed?: ReadonlySet<string>,
  active: ReadonlySet<string> = new Set(tools.tools.keys()),
): FoundTool<Context> {
  const name = typeof given === "string" ? given : "";
  // Models leak the namespace in which they were shown the functions.
  const plain = tools.tools.has(name) ? name : name.replace(/^default_api[.:]/, "");
  const tool = active.has(plain) ? tools.tools.get(plain) : undefined;
  const usable = allowed ?? active;
  if (!tool) return refusal("UNKNOWN_TOOL", `There is no tool ${quote(name)}.`, usable);
  if (!usable.has(plain))
    return refusal("NOT_ALLOWED", `The tool ${quote(name)} may not be called now.`, usable);
  return { ok: true, tool };
}

function refusal(code: ErrorCode, problem: string, usable: ReadonlySet<string>): NoTool {
  const names = [...usable].slice(0, MAX_NAMES).join(", ");
  const more = usable.size > MAX_NAMES ? ` and ${usable.size - MAX_NAMES} more` : "";
  const message = `${problem} ${names ? `Available tools: ${names}${more}.` : "No tool is available."}`;
  return { ok: false, error: { code, message } };
}

/** A name the model made up, safe to repeat to it. */
function quote(name: string): string {
  return `"${name.slice(0, 64).replace(/[^\w.:/ -]/g, "?")}"`;
}
