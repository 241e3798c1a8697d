import { type CharacterSet, complement, lettersOf, readingCost, union } from "./character-set.js";
import type { Expression, Pattern } from "./parse-pattern.js";
import { type Effort, spend, TooLarge } from "./effort.js";
import { attempt, type Detail, type Entry, type Part, Positions } from "./positions.js";

/** A step from one position to another: the letter, and the number of ways. */
export interface Step {
  readonly letter: number;
  readonly to: number;
  readonly ways: number;
  /** With this letter the match is found from here, so the engine comes here once. */
  readonly isOnce: boolean;
}

/** A model of a backtracking engine that runs a pattern. */
export interface Automaton {
  /** By position. A match begins at the last position. */
  readonly steps: readonly (readonly Step[])[];
  /** The cost of one visit, by position. */
  readonly costs: readonly number[];
  /** From these positions the match can end, whatever text follows. The first visit without a further step ends the search. */
  readonly ends: ReadonlySet<number>;
  /** Letters after which the search continues at the next character. Any other letter ends the search, or the pattern is anchored. */
  readonly searchesOn: (letter: number) => boolean;
  readonly startsOnce: boolean;
  /** The lookbehinds and the number of their copies. Each lookbehind runs from its position towards the start of the text. */
  readonly behind: readonly (readonly [look: Automaton, copies: number])[];
  /** A factor for empty matches that the engine tries and discards. */
  readonly waste: number;
}

const maxSteps = 200_000;

export function automatonOf(pattern: Pattern, detail: Detail, effort: Effort, backwards = false): Automaton {
  const positions = new Positions(pattern, detail, effort, backwards);
  const whole = positions.add(pattern.expression);
  const { sets } = positions;
  const start = sets.length;
  const outgoing = [...positions.links.map((links) => [...links.values()]), whole.first];
  const sureEnds = whole.last.filter(({ isSure }) => isSure).map(({ position }) => position);
  const alphabet = alphabetOf(sets, effort);
  const ends = new Set(whole.isSurelyEmpty ? [...sureEnds, start] : sureEnds);
  const textEnds = new Set([...positions.textEnds].filter((position) => ends.has(position)));
  for (const position of welcoming(outgoing, ends, textEnds, alphabet)) ends.add(position);
  const steps = stepsOf(outgoing, alphabet.letters, ends, !pattern.isLazy && !backwards, effort);
  const found = new Set(steps[start]!.filter(({ isOnce }) => isOnce).map(({ letter }) => letter));
  return {
    steps: withoutLastRounds(steps, ends),
    costs: costsOf(outgoing, whole, positions),
    ends,
    startsOnce: backwards || whole.isSurelyEmpty || beginsAtStart(pattern.expression),
    searchesOn: (letter) => !found.has(letter),
    behind: [...positions.behind].map(([expression, copies]) => [
      automatonOf({ ...pattern, expression }, detail, effort, true),
      copies,
    ]),
    waste: positions.waste,
  };
}

/**
 * The cost of a visit, by position. A visit costs one step or several, plus a little for each attempt that follows. More
 * than one `$` may hold at the end of the text.
 */
function costsOf(
  outgoing: readonly (readonly Entry[])[],
  whole: Part,
  { textEnds, sets }: Positions,
): readonly number[] {
  const endings = new Map(whole.last.map(({ position, ways }) => [position, ways]));
  endings.set(outgoing.length - 1, whole.empty);
  const triesFrom = (position: number, triesAt: (next: number) => number): number =>
    outgoing[position]!.reduce(
      (sum, entry) => sum + entry.ways * triesAt(entry.position) + entry.extra / attempt,
      endings.get(position) ?? 0,
    );
  // A loop leads back to an earlier `$` only once, because the engine discards a second round that reads no character.
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

/** The steps from each position, by letter. An engine tries in order: it never tries the steps after one that certainly ends the match. */
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

/** Removes the steps to positions that lead only from one possible end to the next. No attempt can fail there. */
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

/** The letters of each position. */
interface Alphabet {
  readonly letters: readonly (readonly number[])[];
  /** The number of letters. Undefined if they do not cover every character. */
  readonly size: number | undefined;
}

function alphabetOf(sets: readonly CharacterSet[], effort: Effort): Alphabet {
  const distinct = [...new Set(sets)];
  const letters = lettersOf(distinct, effort);
  const indexOf = new Map(distinct.map((set, index) => [set, index]));
  const isWhole = complement(union([], ...distinct)).length === 0;
  return {
    letters: sets.map((set) => letters[indexOf.get(set)!]!),
    size: isWhole ? new Set(letters.flat()).size : undefined,
  };
}

/**
 * Positions from which every rest of a text matches, as in `^[^,]*,?[^]*$` after the comma. At such a position the match
 * may end together with the text, and every character leads to such a position again.
 */
function welcoming(
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

/** Whether the engine reads nothing unless the match begins at the start of the text. */
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
