import { matches, parseSelector } from "../dialects/openapi/selector.js";
import { nearest } from "../base/nearest.js";
import { plainWords, searchWords, singular } from "../base/words.js";
import type { ListedOperation } from "./list-operations.js";

// Finds operations by words, the best match first.

export interface Search {
  /** Operations that every word matches, the best first. */
  readonly found: readonly ListedOperation[];
  /** Where nothing was found: how many operations each word matches alone, and a word there is for one that matches none. */
  readonly words: readonly {
    readonly word: string;
    readonly operations: number;
    readonly near: string | undefined;
  }[];
}

/** Searches id, path, tags, method, summary and description. Without words, everything is found, in the document's order. */
export function searchOperations(operations: readonly ListedOperation[], words: readonly string[]): Search {
  const conditions = conditionsOf(words);
  if (conditions.length === 0) return { found: operations, words: [] };
  const entries = operations.map((operation) => ({ operation, fields: fieldsOf(operation) }));
  const ranked = entries.flatMap(({ operation, fields }) => {
    const scores = conditions.map(({ score }) => score(operation, fields));
    if (scores.includes(0)) return [];
    return [{ operation, rank: scores.reduce((sum, score) => sum + score, closeness(fields, conditions)) }];
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

/** One thing that must be true of an operation; 0 where it is not. */
interface Condition {
  /** As the user wrote it, or one of its words. */
  readonly word: string;
  /** What words of an operation are compared with. */
  readonly stem: string;
  readonly score: (operation: ListedOperation, fields: readonly Field[]) => number;
}

interface Field {
  readonly weight: number;
  readonly words: readonly string[];
}

/** Words that say nothing about an operation, unless they are all there is. */
const fillers = new Set(["a", "an", "the", "of", "for", "to", "in", "by", "and", "with", "all", "my"]);

function conditionsOf(words: readonly string[]): readonly Condition[] {
  const found = words.flatMap((word): readonly Condition[] => {
    const selector = looksLikeSelector(word) ? parseSelector(word) : undefined;
    if (selector === undefined) return plainWords(word).map(wordCondition);
    return [{ word, stem: word, score: (operation) => (matches(selector, operation) ? selectorScore : 0) }];
  });
  const telling = found.filter(({ word }) => !fillers.has(word));
  return telling.length > 0 ? telling : found;
}

/** `tag:pets`, `GET /pets/*`, `/pets`, `list*`: words may be written as `include` has them. */
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

/** 3: a word of the field; 2: the start of one; 1: within one, or across several. */
function quality(word: string, { words }: Field): number {
  if (words.includes(word)) return 3;
  if (word.length < 2) return 0;
  if (words.some((other) => other.startsWith(word))) return 2;
  const isTelling = word.length > 3 || /[^\x00-\x7f]/.test(word);
  return isTelling && words.join("").includes(word) ? 1 : 0;
}

/** Of two operations whose names have the words, the one with fewer other words is meant: at most 4. */
function closeness([id, path]: readonly Field[], conditions: readonly Condition[]): number {
  const name = id !== undefined && id.words.length > 0 ? id : path;
  if (name === undefined || name.words.length === 0) return 0;
  const asked = name.words.filter((word) => conditions.some(({ stem }) => stem === word));
  return (4 * asked.length) / name.words.length;
}

/** Words that a misspelt one may mean. */
function vocabulary({ operationId = "", path, tags, summary }: ListedOperation): readonly string[] {
  return [operationId, path, ...tags, summary].flatMap(plainWords).filter((word) => word.length > 2);
}
