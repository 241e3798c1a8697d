import { plainWords } from "../base/words.js";

/** A field of a tool whose words are searched. */
interface Field {
  readonly weight: number;
  /** The usual number of words. A word counts less in a longer field. */
  readonly length: number;
}

const fields = {
  keywords: { weight: 4, length: 4 },
  name: { weight: 3, length: 4 },
  summary: { weight: 3, length: 8 },
  path: { weight: 2, length: 4 },
  verb: { weight: 1, length: 3 },
  resource: { weight: 3, length: 1 },
  group: { weight: 1, length: 2 },
  description: { weight: 1, length: 20 },
  argument: { weight: 0.5, length: 8 },
  argumentText: { weight: 0.25, length: 60 },
  result: { weight: 0.3, length: 60 },
} as const satisfies Readonly<Record<string, Field>>;

/** How far the length of a field counts: 0 not at all, 1 fully. */
const lengthInfluence = 0.75;

/** The most terms of a line. Further ones would be found almost never. */
const mostTerms = 60;

/** Weights are written as whole numbers, so that a line stays short. */
const scale = 10;

/** `issues:21 comments:9`: the words of a tool with their weights, largest first. */
export function weighTerms(texts: Readonly<Partial<Record<keyof typeof fields, readonly string[]>>>): string {
  const weights = new Map<string, number>();
  for (const [name, { weight, length }] of Object.entries(fields)) {
    const words = (texts[name as keyof typeof fields] ?? []).flatMap(plainWords).filter(isTerm);
    const shorter = 1 - lengthInfluence + (lengthInfluence * words.length) / length;
    for (const word of words) weights.set(word, (weights.get(word) ?? 0) + weight / Math.max(shorter, 0.5));
  }
  return [...weights]
    .map(([word, weight]) => [word, Math.round(weight * scale)] as const)
    .filter(([, weight]) => weight > 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, mostTerms)
    .map(([word, weight]) => `${word}:${weight}`)
    .join(" ");
}

function isTerm(word: string): boolean {
  return word.length > 1 && word.length <= 40 && !/^\d+$/.test(word) && !stopWords.has(word);
}

/** Words that say nothing about a tool. A query drops further words. */
const stopWords = new Set(
  "an and are as at be by can for from has have if in is it its may not of on or that the their then there these this to was when which will with you your".split(
    " ",
  ),
);
