import { describe, expect, it, test } from "vitest";
import { automatonOf } from "../../../generator/check/patterns/automaton.js";
import {
  longestLinear,
  longestMatched,
  longestText,
} from "../../../generator/check/patterns/longest-text.js";
import { parsePattern } from "../../../generator/check/patterns/parse-pattern.js";
import { TooLarge } from "../../../generator/check/patterns/effort.js";
import type { Detail } from "../../../generator/check/patterns/positions.js";
import { workByLength } from "../../../generator/check/patterns/work.js";
import { seed } from "../../helpers/seeded.js";
import { Random } from "../../validators/random.js";
import { backtrack } from "./backtrack.js";
import { randomPattern, randomText } from "./random-patterns.js";

/**
 * The largest number of steps of `backtrack` for one match on a short text. V8 needs less than 50 ms for so
 * many steps.
 */
const budget = 5_000_000;

/**
 * The smallest length of texts for which a pattern must be safe. A pattern that is only safe for shorter
 * texts is refused.
 */
const leastText = 64;

function repeat(text: string, count: number): string {
  return text.repeat(count);
}

/** Returns characters of `count` Unicode blocks, each with another high surrogate. */
function pairs(count: number): string {
  return Array.from({ length: count }, (_, block) => String.fromCodePoint(0x10000 + block * 0x400)).join("");
}

// Slow patterns from an audit and similar patterns, each with texts that are slow for it.
const attacks: readonly (readonly [pattern: string, word: string, end: string])[] = [
  ["^((a|a){9}){9}$", "a", "!"],
  ["^(a|a){9}(a|a){9}(a|a){9}(a|a){9}$", "a", "!"],
  [`^${repeat("(a|a)", 30)}$`, "a", "!"],
  ["^(a{0,9}){9}$", "a", "!"],
  ["^.*.*.*=$", "x", ""],
  ["\\s*\\s*\\s*x", " ", ""],
  ["^\\d+\\d+\\d+\\d+$", "1", "!"],
  [repeat("a{0,99}", 5) + "b", "a", ""],
  ["^(.*a){9}$", "a", "!"],
  ["^(.*a){9}$", "ba", "!"],
  ["^(\\d+,?){9}$", "1", "!"],
  // The same pattern in another form.
  ["^(a+)+$", "a", "!"],
  ["^(a|a)*$", "a", "!"],
  ["^(a*)*$", "a", "!"],
  ["^(?:a?){40}a{40}$", "a", ""],
  ["(x+x+)+y", "x", ""],
  ["^(\\w+\\s?)+$", "a", "!"],
  ["^(\\p{L}+[ '-]?)+$", "é", "!"],
  ["(a{1,30}){1,30}b", "a", ""],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", "a", ""],
  ["^(?=(a+)+$).*$", "a", "!"],
  ["^(?!(a+)+$).*$", "a", "!"],
  ["^(?:a|[ab])+$", "a", "!"],
  ["^(.*,){11}P", ",", "!"],
  ["^(?:(?:a|b)|[ab]){2,}?$", "ab", "!"],
  ["^a(((b|b)*c)?)", "b", ""],
  ["^^(a+)+$", "a", "!"],
  ["^(a+)\\1+$", "a", "!"],
  ["^([^\\s]|é)*$", "é", " "],
  ["^(?:\\u{1f600}|\\ud83d\\ude00)*$", "\u{1f600}", "!"],
  ["^([^]|[^])*[]$", "a", ""],
  // These patterns read no character, but a match can be tried in many ways.
  ["^(?:|){30}$", "a", ""],
  ["^a(?:$|$){30}b", "a", ""],
  ["(?:\\b|\\b){30}a", "b", ""],
];

describe("a pattern that is slow on a short text", () => {
  test.each(attacks)("%s is refused, or matched on short texts only", (pattern) => {
    expect(longestText(pattern)).toBeLessThan(400);
  });

  const capped = attacks.filter(([pattern]) => longestText(pattern) >= leastText);

  test.each(capped)("%s finishes on the longest text that is allowed", (pattern, word, end) => {
    const length = longestText(pattern) - end.length;
    const text = word.repeat(length).slice(0, length) + end;
    expect(backtrack(pattern, text, budget).steps).toBeLessThanOrEqual(budget);
  });

  test.each(capped)("%s would not finish in time on a longer text", (pattern, word, end) => {
    expect(backtrack(pattern, word.repeat(1_000) + end, budget).steps).toBe(Infinity);
  });

  it.each([
    // An engine clears the matches of a loop's groups in every round.
    ["1,000 groups in a loop", `(?:a|b${repeat("(x)", 1_000)})*c`, 400],
    ["150 groups around a character of a loop", `${repeat("(", 150)}a${repeat(")", 150)}*c`, 1_000],
    // An engine searches the surrogate pairs by their high surrogates, one after the other.
    ["a class of 600 blocks of pairs", `[${pairs(600)}]*b`, 1_000],
    ["letters of all scripts before something else", "\\p{L}*1", 2_000],
  ])("with %s is matched on shorter texts only", (_what, pattern, below) => {
    expect(longestText(pattern)).toBeLessThan(below);
  });

  it.each([
    ["more groups than an engine compiles", `^(?:a|b${repeat("(x)", 8_000)})*c`],
    ["longer than any real pattern", `^(?:${repeat("a", 40_000)})$`],
    ["of more repeats than can be judged", `^${repeat("a?", 2_000)}$`],
    ["of more classes than can be compiled", repeat("\\p{L}\\P{L}", 3_000)],
    ["of groups in groups", `${repeat("(", 3_000)}a${repeat(")", 3_000)}`],
    ["of repeats in repeats", `^${repeat("(?:", 150)}a${repeat("){1,9}", 150)}$`],
    ["of references in references", "(a)((\\1\\1)(\\3\\3)(\\4\\4)(\\5\\5)(\\6\\6)(\\7\\7)(\\8\\8)+)"],
  ])("is refused where it is %s", (_what, pattern) => {
    expect(longestText(pattern)).toBeLessThan(leastText);
  });
});

// V8 processes alternatives one after the other when it compiles a pattern. The first match on any text would
// take seconds.
describe("a pattern that is searched for is refused if it takes long to compile:", () => {
  const words = Array.from({ length: 100 }, (_, at) => `${String.fromCodePoint(0x4e00 + 7 * at)}b`);

  it.each([
    ["letters of all scripts in a row", repeat("\\p{L}", 8)],
    ["the same with what is no letter", repeat("\\P{L}??\\p{L}", 8)],
    ["the same as one of several", repeat("(?:\\p{L}|a)", 8)],
    ["the same before a start that cannot be", "(?:\\P{L}{2,3}?\\p{L})\\p{L}^\\d?"],
    ["the same in what looks ahead", `(?=${repeat("\\p{L}", 8)})a`],
    ["the same around a start", `(?:^${repeat("\\P{L}", 8)})+`],
    ["words in a row", `${repeat(`(?:${words.join("|")})`, 4)}!`],
    ["very many parts that may be missing", `${repeat("a?", 16_000)}b`],
    ["of more copies than can be looked at", `${repeat("(?:", 100)}a${repeat("){3}", 100)}b`],
  ])("%s", (_what, pattern) => {
    expect(longestText(pattern)).toBe(0);
  });

  it.each([
    ["where it begins at the start", `^${repeat("\\p{L}", 8)}`],
    ["where it begins there in every alternative", `(?:^${repeat("\\p{L}", 8)}|(^)${repeat("\\p{L}", 8)})`],
    ["in words", "\\p{L}{2,}\\s\\p{L}{2,}\\s\\p{L}{2,}"],
    ["with a number", "\\p{L}{50}"],
    ["few in a row", "\\p{L}\\p{L}\\p{L}-[0-9]{3}"],
    ["among words", `(?:${words.slice(0, 20).join("|")})(?:${words.slice(0, 20).join("|")})`],
  ])("but not %s", (_what, pattern) => {
    expect(longestText(pattern)).toBeGreaterThan(leastText);
  });
});

describe("a harmless pattern", () => {
  test.each([
    "^[a-z]+$",
    "^[\\w.+-]+@([a-z0-9-]+\\.)+[a-z]{2,}$",
    "^([a-z]+,)*[a-z]+$",
    "^(a|ab)*c$",
    "^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$",
    "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2})?)?$",
    "^(?=.*[A-Z])(?=.*\\d).{8,}$",
    "^/([^/]+/)*$",
    "^(0|[1-9]\\d*)(\\.\\d+)*$",
    "([0-9a-f]{16})+$",
    "^(a+)+",
    "arn:[a-z]+(/[a-z/]+)*",
    "^(?:\\S+\\s+){0,99}\\S+$",
    "^([a-z]+(,|$))*$",
    "^[\\s\\S]*foo[\\s\\S]*$",
    "^(?:[^|]*\\|?)+$",
    "^(?!.*?(.)\\1{3})[-_!@#$a-zA-Z0-9]*$",
    "^[0-9a-z.-]*(?<!\\.)$",
    "(application|audio)/.+(;\\s*.+=.+)*",
    "^.{1,2048}$",
    "",
  ])("%s is matched on every text", (pattern) => {
    expect(longestText(pattern)).toBeGreaterThanOrEqual(longestMatched);
  });

  it.each(["^[a-z]{2,5}$", "^/tmp/[a-z]+$", "^[0-9a-f]{8}-[0-9a-f]{4}$", "^https://.*$"])(
    "%s is linear, and limits texts of any length",
    (pattern) => {
      expect(longestText(pattern)).toBe(longestLinear);
    },
  );

  it.each(["\\s+$", "^.*,.*$", "a.*b"])(
    "%s is matched on 4,096 characters only, because its work grows faster",
    (pattern) => {
      expect(longestText(pattern)).toBe(longestMatched);
    },
  );
});

describe("a text", () => {
  it("counts if it becomes the worst case only after others", () => {
    // After `b`, more than 24 characters cause no more work. After `c`, the work grows with the length.
    const pattern = parsePattern(`^(?:b[bc]{0,8}[bc]{0,8}[bc]{0,8}d|c${repeat("y", 60)}y*d)$`)!;
    const effort = { left: 6_000_000 };
    const automaton = automatonOf(pattern, { ofCharacter: 8, ofGroup: 10 }, effort);
    const { steps } = workByLength(automaton, 4_096, Infinity, effort);
    expect(steps[4_096]).toBeGreaterThan(4_096);
  });
});

const details: readonly Detail[] = [
  { ofCharacter: 1, ofGroup: 1 },
  { ofCharacter: 8, ofGroup: 10 },
  { ofCharacter: 160, ofGroup: 100 },
];

/**
 * Returns the upper bounds by length of text, one list for each detail. Only short lengths are used, because
 * the engine of the test is slow.
 */
function boundsOf(pattern: string, limit: number): readonly (readonly number[])[] {
  return details.flatMap((detail) => {
    try {
      const effort = { left: 300_000 };
      return [workByLength(automatonOf(parsePattern(pattern)!, detail, effort), 24, limit, effort).steps];
    } catch (error) {
      if (error instanceof TooLarge) return [];
      throw error;
    }
  });
}

describe("random patterns", () => {
  it("take at most as many steps as predicted, and match the same texts as V8", () => {
    const random = new Random(seed);
    const limit = 2_000;
    const wrong: string[] = [];
    let [compared, bounded] = [0, 0];
    for (let count = 0; count < 150; count += 1) {
      const pattern = randomPattern(random);
      const bounds = boundsOf(pattern, limit);
      for (let round = 0; round < 6; round += 1) {
        const text = randomText(random, 22);
        const { length } = [...text];
        const { matched, steps } = backtrack(pattern, text, 2 * limit);
        for (const { [length]: bound } of bounds) {
          if (bound === undefined) continue;
          bounded += 1;
          // The bound does not include the attempt that ends in a match, so its steps are added.
          if (steps > 1.25 * bound + 2 * (length + 1))
            wrong.push(`${pattern} on ${JSON.stringify(text)}: ${steps} > ${bound}`);
        }
        if (steps === Infinity) continue;
        compared += 1;
        if (matched !== new RegExp(pattern, "u").test(text))
          wrong.push(`${pattern} on ${JSON.stringify(text)}: ${matched}`);
      }
    }
    console.log(`${compared} verdicts compared with V8, ${bounded} step counts with their bound`);
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(600);
    expect(bounded).toBeGreaterThan(1_000);
  });
});
