import { seededRandom } from "./opaque.js";

/** Returns a vector of length 1 that depends only on the text. */
export function embeddingOf(text: string, dimensions = 3072): readonly number[] {
  let seed = 2166136261;
  for (const character of text) seed = Math.imul(seed ^ (character.codePointAt(0) ?? 0), 16777619);
  const next = seededRandom(seed);
  const values = Array.from({ length: dimensions }, () => next() * 2 - 1);
  const length = Math.hypot(...values);
  return values.map((value) => Number((value / length).toFixed(8)));
}
