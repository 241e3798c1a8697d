import type { Issue } from "../issue.js";

/** Limits per tool: a service that keeps inventing property names must fill neither logs nor memory. */
const MAX_PLACES = 20;
const MAX_PLACE_CHARS = 200;

/** Reported pointers by tool, keyed by the `tools` map, which copies of a set share. */
const reported = new WeakMap<object, Map<string, Set<string>>>();

/** The issues at pointers that were not reported before, as plain JSON. All items of a list count as one pointer. */
export function unreported(tools: object, tool: string, issues: readonly Issue[]): readonly Issue[] {
  const ofSet = reported.get(tools) ?? new Map<string, Set<string>>();
  reported.set(tools, ofSet);
  const places = ofSet.get(tool) ?? new Set<string>();
  ofSet.set(tool, places);
  return issues.flatMap((issue) => {
    const { pointer, code, expected, received } = issue;
    const place = pointer.replace(/\/\d+(?=\/|$)/g, "/*").slice(0, MAX_PLACE_CHARS);
    if (places.has(place) || places.size >= MAX_PLACES) return [];
    places.add(place);
    return [{ pointer, code, expected, received }];
  });
}
