import { isStopWord, termsOf, wordsOf } from "./words.js";

/** One line of `search.txt`. */
export interface IndexedTool {
  readonly name: string;
  readonly group: string;
  readonly needs: readonly string[];
  readonly signature: string;
  readonly about: string;
}

/** The lines of `search.txt`, inverted. */
export interface SearchIndex {
  readonly tools: readonly IndexedTool[];
  readonly byName: ReadonlyMap<string, number>;
  /** By term: the numbers of the tools that have it, each followed by the weight of the term there. */
  readonly postings: ReadonlyMap<string, readonly number[]>;
}

export function readIndex(lines: readonly string[]): SearchIndex {
  const postings = new Map<string, number[]>();
  const byName = new Map<string, number>();
  const tools = lines.map((line, at): IndexedTool => {
    const [name = "", group = "", needs = "", signature = "", about = "", words = ""] = line.split("\t");
    byName.set(name, at);
    for (const entry of words.split(" ")) addTerms(entry, at, postings);
    return { name, group, needs: needs === "" ? [] : needs.split(","), signature, about };
  });
  return { tools, byName, postings };
}

/** Adds the terms of `word:weight`. Words of one stem add up. */
function addTerms(entry: string, at: number, postings: Map<string, number[]>): void {
  const colon = entry.lastIndexOf(":");
  const weight = Number(entry.slice(colon + 1));
  for (const term of termsOf(entry.slice(0, colon))) {
    const list = postings.get(term);
    if (list === undefined) postings.set(term, [at, weight]);
    else if (list[list.length - 2] === at) list[list.length - 1]! += weight;
    else list.push(at, weight);
  }
}

/** Words that mean the same in names of operations. The first is the usual one. */
const verbs: readonly (readonly string[])[] = [
  ["get", "list", "retrieve", "fetch", "read", "view", "check", "see", "lookup"],
  ["search", "find", "query", "discover", "look"],
  ["create", "add", "make", "new", "post", "open", "start", "register", "insert"],
  ["update", "edit", "modify", "change", "set", "patch", "put", "rename", "replace"],
  ["delete", "remove", "destroy", "drop", "clear", "unset"],
];
/** Each verb counts a little for the others of its row. */
const verbShare = Number(process.env.VERB ?? 0.25);

const rows = new Map(verbs.flatMap((row) => row.map((verb) => [termsOf(verb)[0]!, row] as const)));

/** A weight at which a term has half of its full value. */
export const tuning = { half: Number(process.env.HALF ?? 30) };

const E = (n: string, d: number) => Number(process.env[n] ?? d);
const typed: readonly (readonly [RegExp, string])[] = [
  [/\b[\w.+-]+@[\w-]+\.\w[\w.-]*/g, "email"],
  [/\bhttps?:\/\/[^\s"'<>)]+/g, "url page"],
  [/(?<![\w/])(?:~|\.{1,2})?\/(?:[\w.-]+\/)*[\w-]+\.\w{1,5}\b/g, "file path write"],
];
const share = { typed: E("TYPED", 0.5), my: E("MY", 0.4), quoted: E("QUOTED", 0.5), caps: E("CAPS", 0.7), thes: E("THES", 0.4) };
const thesaurus: readonly (readonly string[])[] = [
  ["picture", "photo", "image"], ["icon","logo","avatar","image"],
  ["repository", "repo"], ["organization", "organisation", "org"], ["pull", "pr"],
  ["person", "people", "human", "individual"],
  ["movie", "film"], ["song", "track", "music"], ["show", "series", "tv"],
  ["member", "user", "people"], ["comment", "note", "reply"], ["write", "save", "store"], ["document", "doc", "word"],
  ["slide", "presentation", "ppt", "pptx", "powerpoint"], ["message", "msg"], ["configuration", "config", "setting"],
  ["price", "cost"], ["money", "payment", "pay"], ["address", "location", "place"],
];
const near = new Map<string, Set<string>>();
for (const row of thesaurus) for (const w of row) for (const t of termsOf(w)) { const set = near.get(t) ?? new Set(); row.forEach((o) => termsOf(o).forEach((x) => set.add(x))); near.set(t, set); }
export function queryTerms(
  query: string,
  synonyms: Readonly<Record<string, readonly string[]>> = {},
): ReadonlyMap<string, number> {
  const terms = new Map<string, number>();
  const add = (word: string, share: number): void => {
    for (const term of termsOf(word)) terms.set(term, Math.max(terms.get(term) ?? 0, share));
  };
  let text = query;
  if (share.typed) for (const [pattern, words] of typed) text = text.replace(pattern, () => { for (const w of words.split(" ")) add(w, share.typed); return " , "; });
  const addText = (part: string, factor: number): void => {
    for (const [at, raw] of part.split(/\s+/).entries()) {
      const caps = share.caps < 1 && at > 0 && /^[A-Z][a-z]/.test(raw) ? share.caps : 1;
      for (const word of wordsOf(raw)) {
        if (/^(?:my|mine|me|i)$/.test(word) && share.my) for (const w of ["me", "current", "authenticated"]) add(w, share.my * (word === "my" ? 1 : 0.3));
        if (isStopWord(word)) continue;
        add(word, factor * caps);
        for (const term of termsOf(word)) for (const other of rows.get(term) ?? []) add(other, verbShare * factor);
        if (share.thes) for (const term of termsOf(word)) for (const other of near.get(term) ?? []) terms.set(other, Math.max(terms.get(other) ?? 0, share.thes * factor));
        const others = Object.hasOwn(synonyms, word) ? synonyms[word] : undefined;
        for (const other of others ?? []) for (const part of wordsOf(other)) add(part, factor);
      }
    }
  };
  if (share.quoted < 1) text = text.replace(/"([^"]{1,60})"|(?<!\w)'([^']{1,60})'(?!\w)/g, (_all, a, b) => { addText(String(a ?? b), share.quoted); return " , "; });
  addText(text, 1);
  return terms;
}

/** Gains of a tool by the number of the query's term. */
export type Gains = ReadonlyMap<number, Float64Array>;

export function gainsOf(
  { tools, postings }: SearchIndex,
  query: string,
  synonyms?: Readonly<Record<string, readonly string[]>>,
): Gains {
  const terms = [...queryTerms(query, synonyms)];
  const gains = new Map<number, Float64Array>();
  for (const [number, [term, share]] of terms.entries()) {
    const list = postings.get(term);
    if (list === undefined) continue;
    const count = list.length / 2;
    const rarity = Math.log(1 + (tools.length - count + 0.5) / (count + 0.5)) ** Number(process.env.IDFP ?? 1);
    for (let at = 0; at < list.length; at += 2) {
      const weight = list[at + 1]!;
      let row = gains.get(list[at]!);
      if (row === undefined) gains.set(list[at]!, (row = new Float64Array(terms.length)));
      row[number] = (share * rarity * weight) / (weight + tuning.half);
    }
  }
  return gains;
}
