import { synonymsOf } from "./synonyms.js";
import { isStopWord, termsOf, wordsOf } from "./words.js";

/** Further words for a word of a query, from the options of a set. */
export type Synonyms = Readonly<Record<string, readonly string[]>>;

/** Values in a query, and words for arguments that take such a value. The words of the value itself are not searched. */
const values: readonly (readonly [pattern: RegExp, words: readonly string[]])[] = [
  [/[\w.+-]{1,64}@[\w-]{1,63}\.\w[\w.-]{0,63}/g, ["email"]],
  [/https?:\/\/[^\s"'<>)]+/g, ["url", "page"]],
  [/(?<![\w/.])[~.]{0,2}\/[\w./-]{0,200}\w\.\w{1,5}(?!\w)/g, ["file", "path", "write"]],
];
const valueShare = 0.8;

/** A user who writes about "my" things means the account that is signed in. */
const ownWords = ["me", "current", "authenticated"];
const ownShare = 0.4;

/** A model may repeat a large text as its query. */
const longestQuery = 2_000;

/** The terms of a query and how much each counts. */
export function queryTerms(query: string, synonyms: Synonyms = {}): ReadonlyMap<string, number> {
  const terms = new Map<string, number>();
  const add = (term: string, share: number): void =>
    void terms.set(term, Math.max(terms.get(term) ?? 0, share));
  const addWords = (words: readonly string[], share: number): void => {
    for (const word of words) for (const term of termsOf(word)) add(term, share);
  };
  let text = query.slice(0, longestQuery);
  for (const [pattern, words] of values) {
    const rest = text.replace(pattern, " , ");
    if (rest !== text) addWords(words, valueShare);
    text = rest;
  }
  for (const word of wordsOf(text)) {
    if (word === "my" || word === "mine") addWords(ownWords, ownShare);
    if (isStopWord(word)) continue;
    for (const term of termsOf(word)) {
      add(term, 1);
      for (const [other, share] of synonymsOf(term)) add(other, share);
    }
    const others = Object.hasOwn(synonyms, word) ? synonyms[word] : undefined;
    for (const other of others ?? []) addWords(wordsOf(other), 1);
  }
  return terms;
}
