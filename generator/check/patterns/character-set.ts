import { type Effort, spend } from "./effort.js";

/** A set of code points as sorted ranges. Both ends of a range belong to it. */
export type CharacterSet = readonly (readonly [from: number, to: number])[];

const last = 0x10ffff;

export function single(codePoint: number): CharacterSet {
  return [[codePoint, codePoint]];
}

export function union(...sets: readonly CharacterSet[]): CharacterSet {
  if (sets.length === 1) return sets[0]!;
  const sorted = sets.flat().sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [from, to] of sorted) {
    const open = merged.at(-1);
    if (open !== undefined && from <= open[1] + 1) open[1] = Math.max(open[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

export function complement(set: CharacterSet): CharacterSet {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [from, to] of set) {
    if (from > next) gaps.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= last) gaps.push([next, last]);
  return gaps;
}

const digits: CharacterSet = [[48, 57]];
const words: CharacterSet = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const spaces: CharacterSet = [
  [9, 13],
  [32, 32],
  [160, 160],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const known = new Map<string, CharacterSet>([
  ["\\d", digits],
  ["\\D", complement(digits)],
  ["\\w", words],
  ["\\W", complement(words)],
  ["\\s", spaces],
  ["\\S", complement(spaces)],
]);

/** The characters that `.` matches. */
export const dot: CharacterSet = complement([
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
]);

/**
 * The exact set of characters that an escape such as `\w` or `\p{L}` matches. A set that lacks a character
 * could hide that two parts of a pattern overlap.
 */
export function escapeSet(escape: string): CharacterSet {
  let set = known.get(escape);
  if (set === undefined) known.set(escape, (set = matchedBy(escape)));
  return set;
}

let everything: string | undefined;

function matchedBy(escape: string): CharacterSet {
  everything ??= allCodePoints();
  const ranges: CharacterSet[number][] = [];
  for (const { 0: run, index } of everything.matchAll(new RegExp(`${escape}+`, "gu")))
    ranges.push([codePointAt(index), codePointAt(index + run.length - 1)]);
  const matchesSurrogates = new RegExp(escape, "u").test("\ud800");
  return union(ranges, matchesSurrogates ? [[0xd800, 0xdfff]] : []);
}

/** Every code point except the surrogates, in order. */
function allCodePoints(): string {
  const pieces: string[] = [];
  for (let from = 0; from <= last; from += 0x800) {
    if (from === 0xd800) continue;
    pieces.push(String.fromCodePoint(...Array.from({ length: 0x800 }, (_, at) => from + at)));
  }
  return pieces.join("");
}

function codePointAt(index: number): number {
  const isLow = (everything!.charCodeAt(index) & 0xfc00) === 0xdc00;
  return everything!.codePointAt(isLow ? index - 1 : index)!;
}

/**
 * Returns the set for a pattern that ignores case. If the set contains an ASCII letter or any character above
 * U+007F, all these characters are added. Additional characters can only make the result more cautious.
 */
export function ignoringCase(set: CharacterSet): CharacterSet {
  const letters: CharacterSet = [
    [65, 90],
    [97, 122],
    [128, last],
  ];
  const touches = set.some(([from, to]) => letters.some(([a, b]) => from <= b && a <= to));
  return touches ? union(set, letters) : set;
}

/**
 * Divides the characters of all sets into letters, and returns the numbers of the letters in each set. Two
 * characters are the same letter if they belong to the same sets.
 */
export function lettersOf(sets: readonly CharacterSet[], effort: Effort): readonly (readonly number[])[] {
  const edges = [...new Set(sets.flatMap((set) => set.flatMap(([from, to]) => [from, to + 1])))].sort(
    (a, b) => a - b,
  );
  const at = new Map(edges.map((edge, index) => [edge, index]));
  const members: number[][] = edges.map(() => []);
  for (const [index, set] of sets.entries()) {
    for (const [from, to] of set) {
      const [first, end] = [at.get(from)!, at.get(to + 1)!];
      spend(effort, (end - first) / 4);
      for (let edge = first; edge < end; edge += 1) members[edge]!.push(index);
    }
  }
  const letters: number[][] = sets.map(() => []);
  const seen = new Set<string>();
  for (const within of members) {
    const key = within.join();
    if (within.length === 0 || seen.has(key)) continue;
    for (const index of within) letters[index]!.push(seen.size);
    seen.add(key);
  }
  return letters;
}

const firstAstral = 0x10000;

/**
 * Returns the number of steps to compare a character with a set. A set with many ranges needs several
 * comparisons. For a character above U+FFFF, which is a surrogate pair, the engine tries one high surrogate
 * after the other. The numbers were measured in V8.
 */
export function readingCost(set: CharacterSet): number {
  const highs = new Set<number>();
  let isPaired = false;
  for (const [from, to] of set) {
    if (to < firstAstral) continue;
    isPaired = true;
    // Only the two ends of a range are added. One comparison covers all high surrogates between the ends.
    for (const end of [Math.max(from, firstAstral), to]) highs.add(end >> 10);
  }
  const search = Math.max(1, Math.log2(set.length + 1) - 2);
  return search + (isPaired ? 0.75 + Math.max(0, highs.size - 2) / 10 : 0);
}
