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

/** The lines of `search.txt`, inverted. */
export interface SearchIndex {
  readonly tools: readonly IndexedTool[];
  /** The number of a tool, by its name. */
  readonly byName: ReadonlyMap<string, number>;
  /** By term: the numbers of the tools that have it, each followed by the weight of the term there. */
  readonly postings: ReadonlyMap<string, readonly number[]>;
  /** By number: the sum of the weights of the main terms of a tool, such as those of its name. */
  readonly sizes: readonly number[];
}

const indexes = new WeakMap<readonly string[], SearchIndex>();

/** Inverts the lines when they are searched for the first time. */
export function readIndex(lines: readonly string[]): SearchIndex {
  const known = indexes.get(lines) ?? invert(lines);
  indexes.set(lines, known);
  return known;
}

function invert(lines: readonly string[]): SearchIndex {
  const postings = new Map<string, number[]>();
  const byName = new Map<string, number>();
  const sizes: number[] = [];
  /** The lists of the terms of a word. Most words are in many lines. */
  const listsOf = new Map<string, readonly number[][]>();
  const tools = lines.map((line, number): IndexedTool => {
    const [name = "", group = "", needs = "", signature = "", about = "", terms = ""] = line.split("\t");
    byName.set(name, number);
    let size = 0;
    for (let start = 0, colon = terms.indexOf(":"); colon > 0; colon = terms.indexOf(":", start)) {
      const word = terms.slice(start, colon);
      let lists = listsOf.get(word);
      if (lists === undefined) listsOf.set(word, (lists = openLists(word, postings)));
      // The digits of the weight. A number for each of many thousand texts would take most of the time.
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

/** The weights of words with one stem add up. */
function addWeight(list: number[], number: number, weight: number): void {
  if (list[list.length - 2] === number) list[list.length - 1]! += weight;
  else list.push(number, weight);
}
