import { type CharacterSet, complement, lettersOf, readingCost, union } from "./character-set.js";
import type { Expression, Pattern } from "./parse-pattern.js";
import { type Effort, spend, TooLarge } from "./effort.js";
import { attempt, type Detail, type Entry, type Part, Positions } from "./positions.js";

/**
 * A step of the automaton: the engine reads a character of `letter` and reaches the position `to`. `ways` is
 * the number of ways in which the pattern allows the step. A letter is a set of characters that the pattern
 * does not distinguish.
 */
export interface Step {
  readonly letter: number;
  readonly to: number;
  readonly ways: number;
  /**
   * True if reading `letter` here certainly completes a match, by this step or by a later one. The search then
   * ends, so the engine takes the step only once.
   */
  readonly isOnce: boolean;
}

/**
 * A model of a backtracking engine that runs a pattern. A position is one character class of the pattern,
 * such as `[a-z]`.
 */
export interface Automaton {
  /** One list of steps for each position. A match begins at the last position. */
  readonly steps: readonly (readonly Step[])[];
  /** The cost of one visit, for each position. */
  readonly costs: readonly number[];
  /**
   * Positions at which the match can end, regardless of the text that follows. The search ends there, so only
   * one visit counts.
   */
  readonly ends: ReadonlySet<number>;
  /**
   * Returns false for a letter that certainly completes a match as its first character. After any other
   * letter, the engine also tries a match that begins at the next character.
   */
  readonly searchesOn: (letter: number) => boolean;
  /** True if the engine tries to match at a single position of the text only. */
  readonly startsOnce: boolean;
  /**
   * The lookbehinds, each with the number of its copies in the expanded pattern. A lookbehind runs towards the start
   * of the text.
   */
  readonly behind: readonly (readonly [look: Automaton, copies: number])[];
  /** The work is multiplied by this factor, because the engine tries and discards empty matches. */
  readonly waste: number;
}

const maxSteps = 200_000;

export function automatonOf(pattern: Pattern, detail: Detail, effort: Effort, backwards = false): Automaton {
  const positions = new Positions(pattern, detail, effort, backwards);
  const root = positions.add(pattern.expression);
  const { sets } = positions;
  const start = sets.length;
  const outgoing = [...positions.links.map((links) => [...links.values()]), root.first];
  const sureEnds = root.last.filter(({ isSure }) => isSure).map(({ position }) => position);
  const alphabet = alphabetOf(sets, effort);
  const ends = new Set(root.isSurelyEmpty ? [...sureEnds, start] : sureEnds);
  const textEnds = new Set([...positions.textEnds].filter((position) => ends.has(position)));
  for (const position of alwaysMatching(outgoing, ends, textEnds, alphabet)) ends.add(position);
  const steps = stepsOf(outgoing, alphabet.letters, ends, !pattern.isLazy && !backwards, effort);
  const found = new Set(steps[start]!.filter(({ isOnce }) => isOnce).map(({ letter }) => letter));
  return {
    steps: withoutLastRounds(steps, ends),
    costs: costsOf(outgoing, root, positions),
    ends,
    startsOnce: backwards || root.isSurelyEmpty || beginsAtStart(pattern.expression),
    searchesOn: (letter) => !found.has(letter),
    behind: [...positions.behind].map(([expression, copies]) => [
      automatonOf({ ...pattern, expression }, detail, effort, true),
      copies,
    ]),
    waste: positions.waste,
  };
}

/**
 * Returns the cost of one visit for each position. The cost consists of the steps to read the character, and
 * of the attempts to reach the next positions. If several `$` follow each other, each of them matches at the
 * end of the text and adds attempts.
 */
function costsOf(
  outgoing: readonly (readonly Entry[])[],
  root: Part,
  { textEnds, sets }: Positions,
): readonly number[] {
  const endings = new Map(root.last.map(({ position, ways }) => [position, ways]));
  endings.set(outgoing.length - 1, root.empty);
  const triesFrom = (position: number, triesAt: (next: number) => number): number =>
    outgoing[position]!.reduce(
      (sum, entry) => sum + entry.ways * triesAt(entry.position) + entry.extra / attempt,
      endings.get(position) ?? 0,
    );
  // A loop leads back to an earlier `$` only once, because the engine discards a second round that reads no
  // character.
  let before = new Map<number, number>();
  for (let round = 0; round < 2; round += 1) {
    const tries = new Map<number, number>();
    for (const end of [...textEnds].reverse())
      tries.set(end, 1 + triesFrom(end, (next) => tries.get(next) ?? before.get(next) ?? 1));
    before = tries;
  }
  const costOf = new Map([...new Set(sets)].map((set) => [set, readingCost(set)]));
  return outgoing.map(
    (_, position) =>
      (costOf.get(sets[position]!) ?? 1) + attempt * triesFrom(position, (next) => before.get(next) ?? 1),
  );
}

/**
 * Returns one list of steps for each position. With `isOrdered`, a step is left out if an earlier step with
 * the same letter certainly ends the match, because the engine stops there.
 */
function stepsOf(
  outgoing: readonly (readonly Entry[])[],
  letters: readonly (readonly number[])[],
  ends: ReadonlySet<number>,
  isOrdered: boolean,
  effort: Effort,
): readonly (readonly Step[])[] {
  let count = 0;
  return outgoing.map((entries) => {
    const found = new Set<number>();
    const isEnd = ({ position, isSure }: Entry): boolean => isSure && ends.has(position);
    const steps: Omit<Step, "isOnce">[] = [];
    for (const entry of entries) {
      for (const letter of letters[entry.position]!) {
        if (isOrdered && found.has(letter)) continue;
        steps.push({ letter, to: entry.position, ways: entry.ways });
        if ((count += 1) > maxSteps) throw new TooLarge();
        if (isEnd(entry)) found.add(letter);
      }
    }
    spend(effort, 1 + 4 * steps.length);
    return steps.map((step) => ({ ...step, isOnce: found.has(step.letter) }));
  });
}

/**
 * Removes the steps after which an attempt cannot fail. Such a step leads to an end of the match, and all
 * following steps lead to ends, too.
 */
function withoutLastRounds(
  steps: readonly (readonly Step[])[],
  ends: ReadonlySet<number>,
): readonly (readonly Step[])[] {
  if (ends.size === 0) return steps;
  const mayFail = new Set(steps.keys());
  for (const end of ends) mayFail.delete(end);
  const before: number[][] = steps.map(() => []);
  for (const [position, outgoing] of steps.entries())
    for (const { to } of outgoing) before[to]!.push(position);
  for (const position of mayFail) for (const end of before[position]!) mayFail.add(end);
  return steps.map((outgoing) => outgoing.filter(({ to }) => mayFail.has(to)));
}

/** The letters that occur in a pattern. `lettersOf` explains what a letter is. */
interface Alphabet {
  /** One list of letters for each position: the letters that match there. */
  readonly letters: readonly (readonly number[])[];
  /**
   * The number of letters. Undefined if the letters do not cover all characters: some character then matches at
   * no position.
   */
  readonly size: number | undefined;
}

function alphabetOf(sets: readonly CharacterSet[], effort: Effort): Alphabet {
  const distinct = [...new Set(sets)];
  const letters = lettersOf(distinct, effort);
  const indexOf = new Map(distinct.map((set, index) => [set, index]));
  const coversAll = complement(union([], ...distinct)).length === 0;
  return {
    letters: sets.map((set) => letters[indexOf.get(set)!]!),
    size: coversAll ? new Set(letters.flat()).size : undefined,
  };
}

/**
 * Finds the positions from which any remaining text matches, for example the position after the comma in
 * `^[^,]*,?[^]*$`. At such a position, the end of the text completes the match, and every character leads to
 * another such position.
 */
function alwaysMatching(
  outgoing: readonly (readonly Entry[])[],
  ends: ReadonlySet<number>,
  textEnds: ReadonlySet<number>,
  { letters, size }: Alphabet,
): ReadonlySet<number> {
  if (size === undefined) return new Set();
  const found = new Set<number>();
  for (const [position, entries] of outgoing.entries())
    if (entries.some((entry) => entry.isSure && textEnds.has(entry.position))) found.add(position);
  for (let count = -1; count !== found.size; ) {
    count = found.size;
    for (const position of found) {
      const covered = outgoing[position]!.filter(
        (entry) => entry.isSure && (found.has(entry.position) || ends.has(entry.position)),
      ).flatMap((entry) => letters[entry.position]!);
      if (new Set(covered).size < size) found.delete(position);
    }
  }
  return found;
}

/** Whether the expression can match only at the start of the text. */
function beginsAtStart(node: Expression): boolean {
  switch (node.kind) {
    case "start":
      return true;
    case "group":
      return beginsAtStart(node.part);
    case "repeat":
      return node.min > 0 && beginsAtStart(node.part);
    case "choice":
      return node.parts.every(beginsAtStart);
    case "sequence": {
      const first = node.parts.find(({ kind }) => kind !== "boundary");
      return first !== undefined && beginsAtStart(first);
    }
    default:
      return false;
  }
}
