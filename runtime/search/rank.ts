import { queryTerms, type Synonyms } from "./query-terms.js";
import { mainWeight, type SearchIndex } from "./read-index.js";

// BM25 over the weighted terms of the index. The weights contain the fields of a term and their lengths already.

/** The weight at which a term has half of its full value. */
const halfWeight = 30;

/** The share that a tool gains if the query has all of its main terms: a tool for something else has further ones. */
const coverageShare = 0.5;

/** A term counts less for each tool that is chosen, so that the other steps of a task are found too. */
const repeated = 0.92;

/** The share of a tool's score that the tools get which find its ids. */
const needShare = 0.9;
const secondNeedShare = 0.72;
/** The share of its own score that such a tool keeps. */
const ownShare = 0.2;

/** Tools that are compared for their order. */
const poolSize = 60;

export interface Ranked {
  /** The number of the tool in the index. */
  readonly number: number;
  readonly score: number;
}

interface Candidate extends Ranked {
  /** The part of the score from each term of the query. */
  readonly gains: Float64Array;
}

/** The tools that fit a query, best first, with the tools that they need. Only tools that `isUsable` accepts. */
export function rank(
  index: SearchIndex,
  query: string,
  most: number,
  {
    synonyms,
    isUsable,
  }: { readonly synonyms?: Synonyms; readonly isUsable?: (name: string) => boolean } = {},
): readonly Ranked[] {
  const usable = (number: number): boolean => isUsable?.(index.tools[number]!.name) ?? true;
  const candidates = score(index, query, synonyms)
    .filter(({ number }) => usable(number))
    .sort(byScore);
  const scores = new Map(candidates.map(({ number, score }) => [number, score]));
  const chosen = choose(candidates.slice(0, poolSize), most);
  const all = new Map(chosen.map(({ number, score }) => [number, score]));
  for (const { number, score } of chosen) {
    for (const [position, name] of index.tools[number]!.needs.entries()) {
      const need = index.byName.get(name);
      if (need === undefined || !usable(need)) continue;
      const share = position === 0 ? needShare : secondNeedShare;
      const gained = score * share + ownShare * (scores.get(need) ?? 0);
      all.set(need, Math.max(all.get(need) ?? 0, gained));
    }
  }
  return [...all]
    .map(([number, score]) => ({ number, score }))
    .sort(byScore)
    .slice(0, most);
}

/** Equal scores keep the order of the declarations, so that results do not change from run to run. */
function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || a.number - b.number;
}

function score({ tools, postings, sizes }: SearchIndex, query: string, synonyms?: Synonyms): Candidate[] {
  const terms = [...queryTerms(query, synonyms)];
  const gains = new Map<number, Float64Array>();
  /** The weights of the main terms that the query has. */
  const matched = new Map<number, number>();
  for (const [position, [term, share]] of terms.entries()) {
    const list = postings.get(term) ?? [];
    const count = list.length / 2;
    const rarity = Math.log(1 + (tools.length - count + 0.5) / (count + 0.5));
    for (let at = 0; at < list.length; at += 2) {
      const [number, weight] = [list[at]!, list[at + 1]!];
      let row = gains.get(number);
      if (row === undefined) gains.set(number, (row = new Float64Array(terms.length)));
      if (weight >= mainWeight) matched.set(number, (matched.get(number) ?? 0) + share * weight);
      row[position] = (share * rarity * weight) / (weight + halfWeight);
    }
  }
  for (const [number, row] of gains) {
    const covered = Math.min(1, (matched.get(number) ?? 0) / (sizes[number]! || 1));
    for (let at = 0; at < row.length; at += 1) row[at]! *= 1 + coverageShare * covered;
  }
  return Array.from(gains, ([number, row]) => ({ number, gains: row, score: sum(row) }));
}

/** Chooses tools one by one. A term that the chosen tools have counts less for the next ones. */
function choose(pool: Candidate[], most: number): readonly Ranked[] {
  const left = new Float64Array(pool[0]?.gains.length ?? 0).fill(1);
  const open = new Set(pool);
  const chosen: Ranked[] = [];
  while (chosen.length < most && open.size > 0) {
    let best: Candidate | undefined;
    let bestScore = -1;
    for (const candidate of open) {
      // No factor is above 1, so candidates behind this one cannot be better.
      if (candidate.score <= bestScore) break;
      const now = sum(candidate.gains, left);
      if (now > bestScore) [best, bestScore] = [candidate, now];
    }
    if (best === undefined) break;
    open.delete(best);
    chosen.push({ number: best.number, score: bestScore });
    const largest = Math.max(...best.gains);
    best.gains.forEach((gain, position) => {
      if (gain > 0) left[position]! *= 1 - ((1 - repeated) * gain) / largest;
    });
  }
  return chosen;
}

function sum(gains: Float64Array, factors?: Float64Array): number {
  let total = 0;
  for (let at = 0; at < gains.length; at += 1) total += gains[at]! * (factors?.[at] ?? 1);
  return total;
}
