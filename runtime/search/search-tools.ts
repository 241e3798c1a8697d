import type { Toolset } from "../tool.js";
import { rank, type Ranked } from "./rank.js";
import { readIndex, type SearchIndex } from "./read-index.js";

/** A tool that a search found. */
export interface Hit {
  readonly name: string;
  /** The arguments in one line: `{city: string, days?: integer}`. */
  readonly call: string;
  /** The first sentence of the description. */
  readonly about: string;
  /** Names of tools that find values for the arguments. */
  readonly needs: readonly string[];
  readonly group: string;
  readonly score: number;
}

export const defaultResults = 6;

/** Limits of a search. */
export interface SearchLimits {
  /** Names of the tools that may be found. */
  readonly usable?: ReadonlySet<string> | undefined;
  /** The name of a group. */
  readonly group?: string | undefined;
}

/**
 * The tools of a set that fit the queries, at most `results` for each query. The best tool of each query comes first,
 * then the second of each. A pure function.
 */
export function searchTools(
  set: Toolset<never>,
  queries: readonly string[],
  results: number = set.search?.results ?? defaultResults,
  limits: SearchLimits = {},
): readonly Hit[] {
  const { search } = set;
  if (search === undefined)
    throw new TypeError(`"${set.name}" has no search; set \`search: true\` in its spec`);
  const index = readIndex(search.lines);
  const { usable, group } = limits;
  const members = group === undefined ? undefined : new Set(search.complete.groups[group] ?? []);
  const isUsable = (name: string): boolean =>
    search.complete.tools.has(name) && (usable?.has(name) ?? true) && (members?.has(name) ?? true);
  const lists = queries.map((query) => rank(index, query, results, { synonyms: search.synonyms, isUsable }));
  return interleave(lists).map((ranked) => toHit(index, ranked, isUsable));
}

/** The hits of a tool set by name, for example the needs of another hit. */
export function hitsOf(
  set: Toolset<never>,
  names: readonly string[],
  limits: SearchLimits = {},
): readonly Hit[] {
  const { usable } = limits;
  const index = readIndex(set.search?.lines ?? []);
  const isUsable = (name: string): boolean => usable?.has(name) ?? true;
  return names
    .filter(isUsable)
    .flatMap((name) => index.byName.get(name) ?? [])
    .map((number) => toHit(index, { number, score: 0 }, isUsable));
}

function toHit(index: SearchIndex, { number, score }: Ranked, isUsable: (name: string) => boolean): Hit {
  const { name, signature, about, needs, group } = index.tools[number]!;
  return { name, call: signature, about, needs: needs.filter(isUsable), group, score };
}

function interleave(lists: readonly (readonly Ranked[])[]): readonly Ranked[] {
  const found = new Map<number, Ranked>();
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let at = 0; at < longest; at += 1)
    for (const list of lists) {
      const ranked = list[at];
      if (ranked && !found.has(ranked.number)) found.set(ranked.number, ranked);
    }
  return [...found.values()];
}
