import { matches, parseSelector } from "../dialects/openapi/selector.js";
import { nearest } from "../base/nearest.js";
import { plainWords, searchWords, singular } from "../base/words.js";
import type { ListedOperation } from "./list-operations.js";

export interface Search {
  /** The operations that match every word, the best match first. */
  readonly found: readonly ListedOperation[];
  /**
   * The words of the search. The list is empty if operations were found. Each word has the number of
   * operations that match this word alone. If this number is 0, `near` may be a similar word of the document.
   */
  readonly words: readonly {
    readonly word: string;
    readonly operations: number;
    readonly near: string | undefined;
  }[];
}

/**
 * Searches the id, path, tags, method, summary and description of operations. Without words, all operations
 * are returned in the order of the document.
 */
export function searchOperations(operations: readonly ListedOperation[], words: readonly string[]): Search {
  const conditions = conditionsOf(words);
  if (conditions.length === 0) return { found: operations, words: [] };
  const entries = operations.map((operation) => ({ operation, fields: fieldsOf(operation) }));
  const ranked = entries.flatMap(({ operation, fields }) => {
    const scores = conditions.map(({ score }) => score(operation, fields));
    if (scores.includes(0)) return [];
    return [{ operation, rank: scores.reduce((sum, score) => sum + score, brevity(fields, conditions)) }];
  });
  if (ranked.length > 0)
    return { found: ranked.sort((a, b) => b.rank - a.rank).map(({ operation }) => operation), words: [] };
  const known = new Set(operations.flatMap(vocabulary));
  return {
    found: [],
    words: conditions.map(({ word, score }) => {
      const alone = entries.filter(({ operation, fields }) => score(operation, fields) > 0).length;
      return { word, operations: alone, near: alone > 0 ? undefined : nearest(word, known) };
    }),
  };
}

/** One condition of a search, made from a word or a selector. An operation must meet all conditions. */
interface Condition {
  /** The word or selector as the user wrote it. */
  readonly word: string;
  /** The singular of the word, which is compared with the words of an operation. */
  readonly stem: string;
  /** Returns how well an operation meets the condition. 0 means that the operation does not meet the condition. */
  readonly score: (operation: ListedOperation, fields: readonly Field[]) => number;
}

interface Field {
  readonly weight: number;
  readonly words: readonly string[];
}

/** Words that are ignored if the search has other words. */
const fillers = new Set(["a", "an", "the", "of", "for", "to", "in", "by", "and", "with", "all", "my"]);

function conditionsOf(words: readonly string[]): readonly Condition[] {
  const found = words.flatMap((word): readonly Condition[] => {
    const selector = looksLikeSelector(word) ? parseSelector(word) : undefined;
    if (selector === undefined) return plainWords(word).map(wordCondition);
    return [{ word, stem: word, score: (operation) => (matches(selector, operation) ? selectorScore : 0) }];
  });
  const meaningful = found.filter(({ word }) => !fillers.has(word));
  return meaningful.length > 0 ? meaningful : found;
}

/**
 * Whether a word is written like a line of `include`, such as `tag:pets`, `GET /pets/*`, `/pets` or `list*`.
 */
function looksLikeSelector(word: string): boolean {
  return /^tag:|^\/|\*|^[A-Z]+\s+\//.test(word);
}

const selectorScore = 10;

function wordCondition(word: string): Condition {
  const stem = singular(word);
  return {
    word,
    stem,
    score: (_, fields) => Math.max(...fields.map((field) => field.weight * quality(stem, field))),
  };
}

function fieldsOf(operation: ListedOperation): readonly Field[] {
  const { operationId, path, tags, method, summary, description } = operation;
  return [
    { weight: 8, words: searchWords(operationId ?? "") },
    { weight: 5, words: searchWords(path) },
    { weight: 4, words: searchWords(tags.join(" ")) },
    { weight: 3, words: searchWords(summary) },
    { weight: 2, words: [method.toLowerCase()] },
    { weight: 1, words: searchWords(description) },
  ];
}

/**
 * Returns how well a word matches a field: 3 if it equals a word of the field, 2 if it is the beginning of a
 * word, 1 if it is inside a word or spans several words, and 0 otherwise.
 */
function quality(word: string, { words }: Field): number {
  if (words.includes(word)) return 3;
  if (word.length < 2) return 0;
  if (words.some((other) => other.startsWith(word))) return 2;
  const isSpecific = word.length > 3 || /[^\x00-\x7f]/.test(word);
  return isSpecific && words.join("").includes(word) ? 1 : 0;
}

/**
 * Returns up to 4 points for a name with few words besides the words of the search. If two operations match
 * equally well, the operation with the shorter name comes first.
 */
function brevity([id, path]: readonly Field[], conditions: readonly Condition[]): number {
  const name = id !== undefined && id.words.length > 0 ? id : path;
  if (name === undefined || name.words.length === 0) return 0;
  const matching = name.words.filter((word) => conditions.some(({ stem }) => stem === word));
  return (4 * matching.length) / name.words.length;
}

/** Returns the words of an operation with which a misspelt word is compared. */
function vocabulary({ operationId = "", path, tags, summary }: ListedOperation): readonly string[] {
  return [operationId, path, ...tags, summary].flatMap(plainWords).filter((word) => word.length > 2);
}
