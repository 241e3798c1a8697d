import type { CharacterSet } from "./character-set.js";
import { type Effort, spend } from "./effort.js";
import type { Expression } from "./parse-pattern.js";

// If a match may begin anywhere in a text, V8 first computes the characters with which a match can begin, to
// skip all other characters. If several choices follow each other, the calculation follows every combination of
// their alternatives. A set of surrogate pairs counts as a choice, too.

/**
 * The largest number of characters that V8 looks ahead. V8 never looks ahead further than the length of the
 * shortest match.
 */
const farthest = 8;
/** The deepest recursion of this analysis. Deeper recursion could overflow the stack, here and in V8. */
const deepest = 500;
/** V8 expands a repeat such as `a{2}` if the result has at most this many copies. */
const mostCopies = 3;

/**
 * V8 divides this budget among alternatives. After the budget is used up, V8 follows no more loops, but still
 * follows alternatives.
 */
const loopBudget = 200;

/**
 * Counts the positions that V8 looks at from one position. `left` is the number of characters that V8 still
 * looks ahead, and `budget` is the rest of the loop budget.
 */
type Visits = (left: number, budget: number) => number;

/** Counts only the current position, because V8 does not look at any later position. */
const stop: Visits = () => 1;

/**
 * An upper bound of the positions that V8 looks at while it compiles a pattern. Throws `TooLarge` if the
 * calculation takes too many steps.
 */
export function searchCost(expression: Expression, effort: Effort): number {
  if (isAnchored(expression)) return 0;
  return new Lookahead(effort).visits(expression, stop)(
    Math.min(farthest, leastLength(expression)),
    loopBudget,
  );
}

class Lookahead {
  readonly #effort: Effort;
  #depth = 0;

  constructor(effort: Effort) {
    this.#effort = effort;
  }

  /** Counts the positions in a node of the pattern. `then` counts the positions after the node. */
  visits(node: Expression, then: Visits): Visits {
    spend(this.#effort, farthest);
    switch (node.kind) {
      case "character":
        return this.#memoised(characterVisits(node.set, then));
      case "sequence":
        return node.parts.reduceRight((rest, part) => this.visits(part, rest), then);
      case "choice": {
        const parts = node.parts.map((part) => this.visits(part, then));
        return this.#memoised((left, budget) =>
          parts.reduce((sum, part) => sum + part(left, shared(budget, parts.length)), 1),
        );
      }
      case "repeat":
        return this.#repeat(node.part, node.min, node.max, then);
      case "group":
        return this.visits(node.part, then);
      case "look":
        return node.negative || node.behind ? then : this.visits(node.part, stop);
      case "reference":
        return stop;
      case "start":
      case "end":
      case "boundary":
        return then;
    }
  }

  #repeat(part: Expression, min: number, max: number, then: Visits): Visits {
    if (max === 0) return then;
    const required = min <= mostCopies ? min : 1;
    let rest = then;
    if (max - min > mostCopies) rest = this.#loop(this.visits(part, stop), then);
    else for (let copy = min; copy < max; copy += 1) rest = this.#either(this.visits(part, rest), then);
    for (let copy = 0; copy < required; copy += 1) rest = this.visits(part, rest);
    return rest;
  }

  #either(one: Visits, other: Visits): Visits {
    return this.#memoised((left, budget) => {
      const each = shared(budget, 2);
      return 1 + one(left, each) + other(left, each);
    });
  }

  #memoised(visits: Visits): Visits {
    const known: number[] = [];
    return (left, budget) => {
      const key = Math.max(left, 0) * (loopBudget + 1) + Math.max(budget, 0);
      if (known[key] !== undefined) return known[key];
      if (this.#depth >= deepest) return Infinity;
      this.#depth += 1;
      const found = visits(Math.max(left, 0), Math.max(budget, 0));
      this.#depth -= 1;
      return (known[key] = found);
    };
  }

  /** Counts a loop. V8 follows few rounds after the first, because each round halves the budget. */
  #loop(round: Visits, then: Visits): Visits {
    const both = this.#either(round, then);
    return (left, budget) => (budget <= 0 ? 1 : both(left, budget - 1));
  }
}

const firstAstral = 0x10000;
const inBlock = 0x400;

function characterVisits(set: CharacterSet, then: Visits): Visits {
  const isNarrow = set.some(([from]) => from < firstAstral);
  const pairs = alternativesOfPairs(set);
  if (pairs === 0) return (left, budget) => (left <= 0 ? 1 : 1 + then(left - 1, budget - 1));
  // Lone surrogates are two more alternatives.
  const alone = set.some(([from, to]) => from <= 0xdfff && to >= 0xd800) ? 2 : 0;
  const short = (isNarrow ? 1 : 0) + alone;
  return (left, budget) => {
    if (left <= 0) return 1;
    const each = shared(budget, short + pairs);
    return 1 + short * (1 + then(left - 1, each)) + pairs * (1 + (left > 1 ? then(left - 2, each) : 0));
  };
}

function shared(budget: number, alternatives: number): number {
  return Math.max(Math.trunc((budget - 1) / alternatives), 0);
}

/**
 * Counts the alternatives for surrogate pairs. A high surrogate with only some of its low surrogates is one
 * alternative. A row of high surrogates with all of their low surrogates is one alternative, too.
 */
function alternativesOfPairs(set: CharacterSet): number {
  const partial = new Set<number>();
  let rows = 0;
  for (const [start, to] of set) {
    if (to < firstAstral) continue;
    const from = Math.max(start, firstAstral);
    const [first, last] = [Math.ceil(from / inBlock), Math.floor((to + 1) / inBlock)];
    if (first < last) rows += 1;
    if (from % inBlock !== 0) partial.add(Math.floor(from / inBlock));
    if ((to + 1) % inBlock !== 0) partial.add(Math.floor(to / inBlock));
  }
  return partial.size + rows;
}

/** Whether V8 tries a match only at the start of the text. */
function isAnchored(node: Expression): boolean {
  if (node.kind === "start") return true;
  if (node.kind === "group") return isAnchored(node.part);
  if (node.kind === "choice") return node.parts.every(isAnchored);
  if (node.kind !== "sequence") return false;
  const first = node.parts.find(({ kind }) => kind !== "boundary" && kind !== "end");
  return first !== undefined && isAnchored(first);
}

/**
 * The least length of a match, in UTF-16 units. `^` and lookarounds count as `farthest`, so that they never
 * reduce the number of characters that V8 looks ahead.
 */
function leastLength(node: Expression): number {
  switch (node.kind) {
    case "character":
      return node.set.some(([from]) => from < firstAstral) ? 1 : 2;
    case "sequence":
      return node.parts.reduce((sum, part) => sum + leastLength(part), 0);
    case "choice":
      return Math.min(...node.parts.map(leastLength));
    case "repeat":
      return node.min === 0 ? 0 : node.min * leastLength(node.part);
    case "group":
      return leastLength(node.part);
    case "start":
    case "look":
      return farthest;
    default:
      return 0;
  }
}
