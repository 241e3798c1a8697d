import { type CharacterSet, complement, lettersOf, readingCost, union } from "./character-set.js";
import type { Expression, Pattern } from "./parse-pattern.js";
import { type Effort, spend, TooLarge } from "./effort.js";
import { attempt, type Detail, type Entry, type Part, Places } from "./places.js";

/** From a place to another: over which letter, and in how many ways. */
export interface Step {
  readonly letter: number;
  readonly to: number;
  readonly ways: number;
  /** The match is found from here with this letter, so the engine comes here once. */
  readonly isOnce: boolean;
}

/** What a backtracking engine does with a pattern. */
export interface Automaton {
  /** By place. The last place is where a match begins. */
  readonly steps: readonly (readonly Step[])[];
  /** What one visit of a place costs. */
  readonly costs: readonly number[];
  /** From these places the match can end whatever comes: the first visit that does not lead further ends the search. */
  readonly ends: ReadonlySet<number>;
  /** Letters on which the search goes on at the next character; the rest of them ends it, or there is an anchor. */
  readonly searchesOn: (letter: number) => boolean;
  readonly startsOnce: boolean;
  /** Each is run from the place where it stands, towards the start of the text; how many copies of it there are. */
  readonly behind: readonly (readonly [look: Automaton, copies: number])[];
  /** A factor for the ways to match nothing that are tried and thrown away. */
  readonly waste: number;
}

const maxSteps = 200_000;

export function automatonOf(pattern: Pattern, detail: Detail, effort: Effort, backwards = false): Automaton {
  const places = new Places(pattern, detail, effort, backwards);
  const whole = places.add(pattern.expression);
  const { sets } = places;
  const start = sets.length;
  const outgoing = [...places.links.map((links) => [...links.values()]), whole.first];
  const sureEnds = whole.last.filter(({ isSure }) => isSure).map(({ place }) => place);
  const alphabet = alphabetOf(sets, effort);
  const ends = new Set(whole.isSurelyEmpty ? [...sureEnds, start] : sureEnds);
  const textEnds = new Set([...places.textEnds].filter((place) => ends.has(place)));
  for (const place of welcoming(outgoing, ends, textEnds, alphabet)) ends.add(place);
  const steps = stepsOf(outgoing, alphabet.letters, ends, !pattern.isLazy && !backwards, effort);
  const found = new Set(steps[start]!.filter(({ isOnce }) => isOnce).map(({ letter }) => letter));
  return {
    steps: withoutLastRounds(steps, ends),
    costs: costsOf(outgoing, whole, places),
    ends,
    startsOnce: backwards || whole.isSurelyEmpty || beginsAtStart(pattern.expression),
    searchesOn: (letter) => !found.has(letter),
    behind: [...places.behind].map(([expression, copies]) => [
      automatonOf({ ...pattern, expression }, detail, effort, true),
      copies,
    ]),
    waste: places.waste,
  };
}

/** A visit of a place is a step or several, and what is tried next costs a little, too. At the end of the text more than one `$` may hold. */
function costsOf(
  outgoing: readonly (readonly Entry[])[],
  whole: Part,
  { textEnds, sets }: Places,
): readonly number[] {
  const endings = new Map(whole.last.map(({ place, ways }) => [place, ways]));
  endings.set(outgoing.length - 1, whole.empty);
  const triesFrom = (place: number, triesAt: (next: number) => number): number =>
    outgoing[place]!.reduce(
      (sum, entry) => sum + entry.ways * triesAt(entry.place) + entry.extra / attempt,
      endings.get(place) ?? 0,
    );
  // A loop leads back to an earlier `$` once: a second round without a character is thrown away.
  let before = new Map<number, number>();
  for (let round = 0; round < 2; round += 1) {
    const tries = new Map<number, number>();
    for (const end of [...textEnds].reverse())
      tries.set(end, 1 + triesFrom(end, (next) => tries.get(next) ?? before.get(next) ?? 1));
    before = tries;
  }
  const costOf = new Map([...new Set(sets)].map((set) => [set, readingCost(set)]));
  return outgoing.map(
    (_, place) =>
      (costOf.get(sets[place]!) ?? 1) + attempt * triesFrom(place, (next) => before.get(next) ?? 1),
  );
}

/**
 * The steps from each place, letter by letter. An engine tries in order: what comes after a step that surely ends the
 * match is never tried.
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
    const isEnd = ({ place, isSure }: Entry): boolean => isSure && ends.has(place);
    const steps: Omit<Step, "isOnce">[] = [];
    for (const entry of entries) {
      for (const letter of letters[entry.place]!) {
        if (isOrdered && found.has(letter)) continue;
        steps.push({ letter, to: entry.place, ways: entry.ways });
        if ((count += 1) > maxSteps) throw new TooLarge();
        if (isEnd(entry)) found.add(letter);
      }
    }
    spend(effort, 1 + 4 * steps.length);
    return steps.map((step) => ({ ...step, isOnce: found.has(step.letter) }));
  });
}

/** Leaves out places that only lead from one possible end to the next: nothing can fail there. */
function withoutLastRounds(
  steps: readonly (readonly Step[])[],
  ends: ReadonlySet<number>,
): readonly (readonly Step[])[] {
  if (ends.size === 0) return steps;
  const mayFail = new Set(steps.keys());
  for (const end of ends) mayFail.delete(end);
  const before: number[][] = steps.map(() => []);
  for (const [place, outgoing] of steps.entries()) for (const { to } of outgoing) before[to]!.push(place);
  for (const place of mayFail) for (const end of before[place]!) mayFail.add(end);
  return steps.map((outgoing) => outgoing.filter(({ to }) => mayFail.has(to)));
}

/** The letters of each place. */
interface Alphabet {
  readonly letters: readonly (readonly number[])[];
  /** How many letters there are, if they cover every character. */
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
 * Places from which every rest of a text matches, as in `^[^,]*,?[^]*$` after the comma: the match may end there if the
 * text does, and every character leads to such a place again.
 */
function welcoming(
  outgoing: readonly (readonly Entry[])[],
  ends: ReadonlySet<number>,
  textEnds: ReadonlySet<number>,
  { letters, size }: Alphabet,
): ReadonlySet<number> {
  if (size === undefined) return new Set();
  const found = new Set<number>();
  for (const [place, entries] of outgoing.entries())
    if (entries.some((entry) => entry.isSure && textEnds.has(entry.place))) found.add(place);
  for (let count = -1; count !== found.size; ) {
    count = found.size;
    for (const place of found) {
      const covered = outgoing[place]!.filter(
        (entry) => entry.isSure && (found.has(entry.place) || ends.has(entry.place)),
      ).flatMap((entry) => letters[entry.place]!);
      if (new Set(covered).size < size) found.delete(place);
    }
  }
  return found;
}

/** Whether nothing is looked at unless the match begins at the start of the text. */
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
