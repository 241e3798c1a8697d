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
  const tools = lines.map((line, number): IndexedTool => {
    const [name = "", group = "", needs = "", signature = "", about = "", terms = ""] = line.split("\t");
    byName.set(name, number);
    for (const entry of terms.split(" ")) addTerms(entry, number, postings);
    return { name, group, needs: needs === "" ? [] : needs.split(","), signature, about };
  });
  return { tools, byName, postings };
}

/** Adds the terms of `word:weight`. The weights of words with one stem add up. */
function addTerms(entry: string, number: number, postings: Map<string, number[]>): void {
  const colon = entry.indexOf(":");
  if (colon < 1) return;
  const weight = Number(entry.slice(colon + 1));
  for (const term of termsOf(entry.slice(0, colon))) {
    const list = postings.get(term);
    if (list === undefined) postings.set(term, [number, weight]);
    else if (list[list.length - 2] === number) list[list.length - 1]! += weight;
    else list.push(number, weight);
  }
}
