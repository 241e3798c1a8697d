import type { Tool, ToolSet } from "../ir.js";

/** The tools whose declarations the model gets from the start: all of them, or those in `search.always`. */
export function declaredTools({ tools, groups, search }: ToolSet): readonly Tool[] {
  if (search === undefined) return tools;
  const names = new Set(search.always.flatMap((name) => [name, ...(groups.get(name) ?? [])]));
  return tools.filter(({ name }) => names.has(name));
}
