import type { Issue } from "../issue.js";

/** Places reported for one tool: a service that answers with ever new property names must fill neither logs nor memory. */
const MAX_PLACES = 20;
const MAX_PLACE_CHARS = 200;

/** By the tools of a set, which its copies share: the places that were reported, by tool. */
const reported = new WeakMap<object, Map<string, Set<string>>>();

/** The issues at places of a tool's result that were not reported before, as plain JSON. All items of a list are one place. */
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
