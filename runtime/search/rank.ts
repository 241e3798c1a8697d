import { queryTerms, type Synonyms } from "./query-terms.js";
import { mainWeight, type SearchIndex } from "./read-index.js";

// Ranks tools by BM25 over the weighted terms of the index. The weight of a term already takes account of the
// field of the term and the length of the field.

/** The weight at which a term has half of its full value. */
const halfWeight = 30;

/**
 * The share that is added to the score of a tool if the query contains all main terms of the tool. A tool for
 * another purpose has further main terms.
 */
const coverageShare = 0.5;

/**
 * The factor by which a term counts less after a tool with this term was chosen. Tools for the other steps of
 * a task are then found too.
 */
const repeated = 0.92;

/**
 * The share of the score of a tool that is passed to the first tool of `needs`, which finds ids for the tool.
 */
const needShare = 0.9;
const secondNeedShare = 0.72;
/** The share of its own score that a tool of `needs` keeps. */
const ownShare = 0.2;

/** The number of best candidates from which `choose` chooses. */
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

/**
 * Returns the tools that fit a query and the tools that these need, best first. The result contains only
 * tools that `isUsable` accepts.
 */
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

/**
 * Compares by score. Tools with equal scores keep the order of the index, so that results do not change from
 * run to run.
 */
function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || a.number - b.number;
}

function score({ tools, postings, sizes }: SearchIndex, query: string, synonyms?: Synonyms): Candidate[] {
  const terms = [...queryTerms(query, synonyms)];
  const gains = new Map<number, Float64Array>();
  /** For each tool: the sum of the weights of its main terms that the query contains. */
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

/** Chooses tools one by one. A term of a chosen tool counts less for the tools that follow. */
function choose(pool: Candidate[], most: number): readonly Ranked[] {
  const left = new Float64Array(pool[0]?.gains.length ?? 0).fill(1);
  const open = new Set(pool);
  const chosen: Ranked[] = [];
  while (chosen.length < most && open.size > 0) {
    let best: Candidate | undefined;
    let bestScore = -1;
    for (const candidate of open) {
      // `score` is the sum of the gains with all factors in `left` at 1, and the factors only fall. The candidates
      // are sorted by `score`, so none of the remaining ones can exceed `bestScore`.
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
