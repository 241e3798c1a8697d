import type { Issue } from "../issue.js";

/**
 * Limits for each tool. A service may return new property names all the time, and these must not fill the
 * logs or the memory.
 */
const MAX_POINTERS = 20;
const MAX_POINTER_CHARS = 200;

/** The reported pointers of each tool. The key is the `tools` map, because copies of a set share that map. */
const reported = new WeakMap<object, Map<string, Set<string>>>();

/**
 * Returns the issues whose pointers were not reported before, as plain JSON. Pointers that differ only in list
 * indexes, such as `/items/0/name` and `/items/1/name`, count as the same pointer.
 */
export function unreported(tools: object, tool: string, issues: readonly Issue[]): readonly Issue[] {
  const byTool = reported.get(tools) ?? new Map<string, Set<string>>();
  reported.set(tools, byTool);
  const knownPointers = byTool.get(tool) ?? new Set<string>();
  byTool.set(tool, knownPointers);
  return issues.flatMap((issue) => {
    const { pointer, code, expected, received } = issue;
    const generalPointer = pointer.replace(/\/\d+(?=\/|$)/g, "/*").slice(0, MAX_POINTER_CHARS);
    if (knownPointers.has(generalPointer) || knownPointers.size >= MAX_POINTERS) return [];
    knownPointers.add(generalPointer);
    return [{ pointer, code, expected, received }];
  });
}
