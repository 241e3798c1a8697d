import type { Random } from "../../validators/random.js";

const characters = ["a", "b", "[ab]", "[^a]", ".", "\\d", "\\w", "[a-c]", "c", "\\s", "[^]", "1"];
const quantifiers = ["*", "+", "?", "{2}", "{0,3}", "{1,4}", "{2,}", "*?", "+?", "??", "{3,5}", "{0,12}"];

/**
 * Returns a pattern with nested repeats, overlapping alternatives, lookarounds and references. It is more
 * hostile than any real pattern.
 */
export function randomPattern(random: Random): string {
  const state = { groups: 0 };
  const body = choice(random, 3, state);
  const anchored = random.chance(0.6) ? `^(?:${body})` : body;
  return random.chance(0.7) ? `(?:${anchored})$` : anchored;
}

function choice(random: Random, depth: number, state: { groups: number }): string {
  const count = random.chance(0.3) ? 2 + random.below(2) : 1;
  return Array.from({ length: count }, () => sequence(random, depth, state)).join("|");
}

function sequence(random: Random, depth: number, state: { groups: number }): string {
  return Array.from({ length: random.below(4) + (random.chance(0.1) ? 0 : 1) }, () =>
    repeated(random, depth, state),
  ).join("");
}

function repeated(random: Random, depth: number, state: { groups: number }): string {
  const kind = random.next();
  if (kind < 0.04) return random.pick(["\\b", "\\B", "^", "$"]);
  if (kind < 0.09 && depth > 0) return `(?${random.pick(["=", "!"])}${choice(random, depth - 1, state)})`;
  const part =
    kind < 0.13 && state.groups > 0 ? `(?:\\${1 + random.below(state.groups)})` : atom(random, depth, state);
  return random.chance(0.5) ? part + random.pick(quantifiers) : part;
}

function atom(random: Random, depth: number, state: { groups: number }): string {
  if (depth === 0 || random.chance(0.6)) return random.pick(characters);
  if (random.chance(0.5)) return `(?:${choice(random, depth - 1, state)})`;
  // A reference may only refer to a group that is complete.
  const text = `(${choice(random, depth - 1, { groups: 0 })})`;
  const inside = (text.match(/\((?!\?)/g) ?? []).length;
  state.groups += inside;
  return text;
}

/** Returns a text that is slow for such patterns: it has few different characters and many repetitions. */
export function randomText(random: Random, longest: number): string {
  const length = random.below(longest + 1);
  const word = Array.from({ length: 1 + random.below(4) }, () => random.pick(["a", "b", "c", "1", " "])).join(
    "",
  );
  const text = random.chance(0.7)
    ? word.repeat(length)
    : Array.from({ length }, () => random.pick(["a", "b", "c", "1", " ", "é"])).join("");
  const ends = ["", "!", "\n", "a", "c"];
  return (text.slice(0, length) + random.pick(ends)).slice(0, longest);
}
