import type { SearchCase } from "./cases.js";
import { most, type Search } from "./contestants.js";

/** Means over queries, in percent. */
export interface Scores {
  /** The share of needed tools among the first 5 and the first 10 of any query of the task. */
  readonly r5: number;
  readonly r10: number;
  /** Tasks with all needed tools among the first 10. */
  readonly c10: number;
  readonly ndcg10: number;
  /** Milliseconds for one query, after the first. */
  readonly ms: number;
}

/** Queries are numbered from 0. The weights were chosen with the even ones, so only the odd ones are evidence. */
export function half(cases: readonly SearchCase[], which: "even" | "odd"): readonly SearchCase[] {
  return cases.filter((_, number) => number % 2 === (which === "even" ? 0 : 1));
}

export async function score(cases: readonly SearchCase[], search: Search): Promise<Scores> {
  const sums = { r5: 0, r10: 0, c10: 0, ndcg10: 0 };
  let queries = 0;
  let spent = 0;
  await search("warm up");
  for (const { queries: steps, gold } of cases) {
    const lists: (readonly string[])[] = [];
    for (const query of steps) {
      const before = performance.now();
      lists.push(await search(query));
      spent += performance.now() - before;
      queries += 1;
    }
    const ranks = gold.map((same) => Math.min(...lists.map((list) => rankOf(list, same))));
    const within = (limit: number): number => ranks.filter((rank) => rank < limit).length / gold.length;
    sums.r5 += within(5);
    sums.r10 += within(most);
    sums.c10 += within(most) === 1 ? 1 : 0;
    sums.ndcg10 += gain(ranks.filter((rank) => rank < most)) / gain(gold.map((_, rank) => rank));
  }
  const percent = (sum: number): number => (100 * sum) / cases.length;
  return {
    r5: percent(sums.r5),
    r10: percent(sums.r10),
    c10: percent(sums.c10),
    ndcg10: percent(sums.ndcg10),
    ms: spent / queries,
  };
}

function rankOf(list: readonly string[], same: readonly string[]): number {
  const rank = list.findIndex((name) => same.includes(name));
  return rank < 0 ? Infinity : rank;
}

function gain(ranks: readonly number[]): number {
  return ranks.reduce((sum, rank) => sum + 1 / Math.log2(rank + 2), 0);
}
