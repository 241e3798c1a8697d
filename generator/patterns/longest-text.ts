import { type Automaton, automatonOf } from "./automaton.js";
import { type Pattern, parsePattern } from "./parse-pattern.js";
import { type Detail, TooLarge } from "./places.js";
import { workByLength } from "./work.js";

/** Texts above this never meet a pattern; see `matches` of the runtime. */
export const longestMatched = 4_096;

/**
 * Steps that one match may take: about 50 ms. Steps instead of seconds, so that the verdict is the same on every machine.
 * For texts below 1,000 characters V8 begins with its interpreter, which is about five times slower.
 */
const budget = 20_000_000;
const budgetOfShort = 4_000_000;
const short = 1_000;

/** From coarse and cheap to precise and expensive. All of them give upper bounds, so the best one counts. */
const details: readonly Detail[] = [
  { ofCharacter: 1, ofGroup: 1 },
  { ofCharacter: 8, ofGroup: 10 },
  { ofCharacter: 160, ofGroup: 100 },
];
/** In proportion to the pattern, so that a document full of hostile patterns takes no more time than its size allows. */
function effortFor(pattern: string): number {
  return Math.min(600_000 + 4_000 * pattern.length, 6_000_000);
}

const known = new Map<string, number>();

/** The longest text that a pattern can be tried on with bounded work, whatever the text is; 0 where there is none. */
export function longestText(pattern: string): number {
  let longest = known.get(pattern);
  if (longest === undefined) known.set(pattern, (longest = judge(pattern)));
  return longest;
}

function judge(pattern: string): number {
  const parsed = parsePattern(pattern);
  if (parsed === undefined) return 0;
  let longest = 0;
  let places = 0;
  for (const detail of details) {
    const automaton = atDetail(parsed, detail);
    // No more places: there was nothing to write out.
    if (automaton === undefined || automaton.steps.length === places) continue;
    places = automaton.steps.length;
    longest = Math.max(longest, longestFor(automaton, effortFor(pattern)));
    if (longest === longestMatched) break;
  }
  return longest;
}

function atDetail(pattern: Pattern, detail: Detail): Automaton | undefined {
  try {
    return automatonOf(pattern, detail);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

function longestFor(automaton: Automaton, effort: number): number {
  const work = workByLength(automaton, longestMatched, budget, { left: effort });
  const over = work.findIndex((steps, length) => length < short && steps > budgetOfShort);
  return Math.max((over === -1 ? work.length : over) - 1, 0);
}
