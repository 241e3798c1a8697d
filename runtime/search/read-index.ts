import { termsOf } from "./words.js";

/** The facts of one line of `search.txt`. */
export interface IndexedTool {
  readonly name: string;
  readonly group: string;
  /** Names of the tools that find values for its arguments. */
  readonly needs: readonly string[];
  /** The arguments in one line. */
  readonly signature: string;
  /** The first sentence of the description. */
  readonly about: string;
}

/** The index of the lines of `search.txt`, by term. */
export interface SearchIndex {
  readonly tools: readonly IndexedTool[];
  /** The number of each tool, by its name. */
  readonly byName: ReadonlyMap<string, number>;
  /**
   * For each term: the numbers of the tools that have the term, each followed by the weight of the term in
   * the tool.
   */
  readonly postings: ReadonlyMap<string, readonly number[]>;
  /**
   * For each tool, by its number: the sum of the weights of its main terms, such as the terms of its name.
   */
  readonly sizes: readonly number[];
}

const indexes = new WeakMap<readonly string[], SearchIndex>();

/** Returns the index of the lines. The index is created at the first search. */
export function readIndex(lines: readonly string[]): SearchIndex {
  const known = indexes.get(lines) ?? invert(lines);
  indexes.set(lines, known);
  return known;
}

function invert(lines: readonly string[]): SearchIndex {
  const postings = new Map<string, number[]>();
  const byName = new Map<string, number>();
  const sizes: number[] = [];
  /**
   * For each word: the lists in `postings` of its terms. A word occurs in many lines, so its terms are computed
   * only once.
   */
  const listsOf = new Map<string, readonly number[][]>();
  const tools = lines.map((line, number): IndexedTool => {
    const [name = "", group = "", needs = "", signature = "", about = "", terms = ""] = line.split("\t");
    byName.set(name, number);
    let size = 0;
    for (let start = 0, colon = terms.indexOf(":"); colon > 0; colon = terms.indexOf(":", start)) {
      const word = terms.slice(start, colon);
      let lists = listsOf.get(word);
      if (lists === undefined) listsOf.set(word, (lists = openLists(word, postings)));
      // Reads the digits of the weight. Calling `Number` for many thousand texts would take most of the time.
      let weight = 0;
      let at = colon + 1;
      for (let digit = terms.charCodeAt(at); digit >= zero; digit = terms.charCodeAt(++at))
        weight = weight * 10 + digit - zero;
      if (weight >= mainWeight) size += weight;
      for (const list of lists) addWeight(list, number, weight);
      start = at + 1;
    }
    sizes.push(size);
    return { name, group, needs: needs === "" ? [] : needs.split(","), signature, about };
  });
  return { tools, byName, postings, sizes };
}

const zero = 48;

/** A term with at least this weight is one of the main terms of its tool. */
export const mainWeight = 40;

function openLists(word: string, postings: Map<string, number[]>): readonly number[][] {
  return termsOf(word).map((term) => {
    const list = postings.get(term) ?? [];
    postings.set(term, list);
    return list;
  });
}

/** Adds a weight to a list. The weights of words with the same stem are added up. */
function addWeight(list: number[], number: number, weight: number): void {
  if (list[list.length - 2] === number) list[list.length - 1]! += weight;
  else list.push(number, weight);
}
