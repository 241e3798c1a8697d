import { writtenFirst } from "../base/vocabulary.js";

// Orders the keywords of written schemas, so that equal schemas have equal texts.

const ranks: ReadonlyMap<string, number> = new Map(writtenFirst.map((name, index) => [name, index]));

/**
 * Orders the entries of a schema: first the keywords that readers look for first, then all other keywords by name, then
 * the definitions.
 */
export function inKeywordOrder(
  entries: readonly (readonly [string, unknown])[],
): readonly (readonly [string, unknown])[] {
  const rank = (key: string): number => ranks.get(key) ?? (key === "$defs" ? ranks.size + 1 : ranks.size);
  return [...entries].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0));
}
