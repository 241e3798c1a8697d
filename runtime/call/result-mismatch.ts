import type { Issue } from "../issue.js";

/** Limits per tool: a service that keeps inventing property names must fill neither logs nor memory. */
const MAX_POINTERS = 20;
const MAX_POINTER_CHARS = 200;

/** Reported pointers by tool, keyed by the `tools` map, which copies of a set share. */
const reported = new WeakMap<object, Map<string, Set<string>>>();

/** The issues at pointers that were not reported before, as plain JSON. All items of a list count as one pointer. */
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
