import { type Automaton, automatonOf } from "./automaton.js";
import { type Effort, TooLarge } from "./effort.js";
import { type Pattern, parsePattern } from "./parse-pattern.js";
import type { Detail } from "./positions.js";
import { searchCost } from "./search-cost.js";
import { workByLength } from "./work.js";

/**
 * The length up to which texts are matched against a pattern of our own YAML. The generated check refuses
 * longer texts.
 */
export const longestMatched = 4_096;

/**
 * A pattern of a foreign document is matched against texts up to this length if the work of the pattern grows
 * linearly. No model writes a longer text.
 */
export const longestLinear = 1_000_000;

/**
 * The largest number of steps that one match may take, which is about 50 ms. The limit counts steps instead
 * of time, so that the result is the same on every machine. For texts below 1,000 characters the limit is
 * lower, because V8 matches them with its interpreter, which is about five times slower.
 */
const budget = 20_000_000;
const budgetOfShort = 4_000_000;
const short = 1_000;

/**
 * The largest number of positions that the engine may look at while it compiles a pattern. An engine
 * takes about 30 ms for this number.
 */
const searchBudget = 2_000_000;

/**
 * The settings of the analysis, from coarse and fast to precise and slow. Each setting gives a safe length,
 * and the greatest of these lengths is used.
 */
const details: readonly Detail[] = [
  { ofCharacter: 1, ofGroup: 1 },
  { ofCharacter: 8, ofGroup: 10 },
  { ofCharacter: 160, ofGroup: 100 },
];
/**
 * Returns the limits of steps for a pattern, in proportion to its length. The limits are high enough for the
 * largest patterns of real APIs. The analysis of a hostile pattern takes about a second.
 */
function effortsFor(pattern: string): Efforts {
  const counting = Math.min(600_000 + 4_000 * pattern.length, 6_000_000);
  return { building: 20 * counting, counting };
}

/**
 * The limits of steps for one setting of the analysis: steps to build the automaton, and steps to count its
 * work.
 */
interface Efforts {
  readonly building: number;
  readonly counting: number;
}

interface Judgement {
  /**
   * The length up to which any text can be matched within the budget of steps. The value is 0 if no length is
   * safe.
   */
  readonly longest: number;
  /** The steps that the analysis took. */
  readonly effort: number;
}

const known = new Map<string, Judgement>();

/**
 * Returns the length up to which any text can be matched within the budget of steps. The result is 0 if no
 * length is safe.
 */
export function longestText(pattern: string): number {
  return judgementOf(pattern).longest;
}

export function judgementOf(pattern: string): Judgement {
  let found = known.get(pattern);
  if (found === undefined) known.set(pattern, (found = judge(pattern, details, effortsFor(pattern))));
  return found;
}

/**
 * Analyses a pattern with few steps, in proportion to its length. These steps are enough for most patterns
 * whose work grows linearly.
 */
export function quickJudgementOf(pattern: string): Judgement {
  const counting = 1_000 + 20 * pattern.length;
  return judge(pattern, details.slice(0, 2), { building: 2_000 + 60 * pattern.length, counting });
}

/** Analyses a pattern with one setting after the other. Each setting has its own limits of steps. */
function judge(pattern: string, tried: readonly Detail[], efforts: Efforts): Judgement {
  const parsed = parsePattern(pattern);
  // Parsing and compiling the pattern takes steps as well.
  let spent = 1_000 + 10 * pattern.length;
  if (parsed === undefined) return { longest: 0, effort: spent };
  const searching = { left: efforts.building };
  const isSlowToCompile = !(costOf(parsed, searching) <= searchBudget);
  spent += efforts.building - searching.left;
  if (isSlowToCompile) return { longest: 0, effort: spent };
  let longest = 0;
  let positions = 0;
  for (const detail of tried) {
    const [building, counting] = [{ left: efforts.building }, { left: efforts.counting }];
    const automaton = atDetail(parsed, detail, building);
    // The same number of positions means that this setting gives the same automaton as the previous one.
    const isNew = automaton !== undefined && automaton.steps.length !== positions;
    if (isNew) {
      positions = automaton.steps.length;
      longest = Math.max(longest, longestFor(automaton, counting));
    }
    spent += efforts.building - building.left + efforts.counting - counting.left;
    if (longest >= longestMatched) break;
  }
  return { longest: longest > 0 && isCompiled(pattern) ? longest : 0, effort: spent };
}

/**
 * Whether the engine can compile the pattern. V8 compiles a pattern at its first match, separately for
 * one-byte and two-byte texts, and only then finds that a pattern is too large.
 */
function isCompiled(pattern: string): boolean {
  try {
    const compiled = new RegExp(pattern, "u");
    for (const text of ["a", "\u{1f600}"]) compiled.test(text);
    return true;
  } catch {
    return false;
  }
}

function costOf({ expression }: Pattern, effort: Effort): number {
  try {
    return searchCost(expression, effort);
  } catch (error) {
    if (error instanceof TooLarge) return Infinity;
    throw error;
  }
}

function atDetail(pattern: Pattern, detail: Detail, effort: Effort): Automaton | undefined {
  try {
    return automatonOf(pattern, detail, effort);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

function longestFor(automaton: Automaton, effort: Effort): number {
  const { steps, slope = Infinity } = workByLength(automaton, longestMatched, budget, effort);
  const over = steps.findIndex((step, length) => length < short && step > budgetOfShort);
  const longest = Math.max((over === -1 ? steps.length : over) - 1, 0);
  const isLinear = longest === longestMatched && steps.at(-1)! + slope * longestLinear <= budget;
  return isLinear ? longestLinear : longest;
}
