import type { OperationNames } from "./names.js";
import type { Operation } from "./operations.js";
import type { Selected } from "./select.js";

/**
 * Returns the groups of a set with a search, as lists of source names. The groups are the tags of the document.
 * Operations without a tag are grouped by the first word of their path.
 */
export function groupsOf(
  members: readonly Selected[],
  names: ReadonlyMap<Selected, OperationNames>,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const member of members) {
    const name = names.get(member)?.source;
    if (name === undefined) continue;
    for (const group of groupsOfOperation(member.operation))
      groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return groups;
}

function groupsOfOperation({ tags, path }: Operation): readonly string[] {
  if (tags.length > 0) return [...new Set(tags)];
  const words = path
    .split("/")
    .filter((segment) => /^[A-Za-z]/.test(segment) && !/^(?:api|v\d+)$/i.test(segment));
  return words.slice(0, 1);
}
