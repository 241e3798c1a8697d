import { type CharacterSet, overlap } from "./character-set.js";
import type { Expression } from "./parse-pattern.js";

/** The places of a pattern that match a character, and the ways to go from one to the next. */
interface Automaton {
  readonly sets: readonly CharacterSet[];
  /** How many ways lead from a place to another: two mean that one text is matched in two ways. */
  readonly follow: readonly ReadonlyMap<number, number>[];
}

interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly nullable: boolean;
}

const nothing: Part = { first: [], last: [], nullable: true };

/** More copies than this of one part are as bad as any number of them. */
const many = 10;
const mostCopies = 100;
const mostPlaces = 500;
const mostSteps = 2_000_000;

/**
 * Whether some text can be matched in exponentially many ways: a place on a loop from which two different ways lead back
 * to itself over the same characters. `anchored`: something looks at what comes after the match, so that it can fail
 * at its end. Undefined where the pattern is too large to tell.
 */
export function isExponential(expression: Expression, anchored: boolean): boolean | undefined {
  const automaton = new AutomatonBuilder();
  const { last } = automaton.add(expression);
  if (automaton.tooLarge) return undefined;
  // Where the end is open, a way through a last place has matched: there is nothing to go back for.
  const own = hasTwoWaysBack(anchored ? automaton : without(last, automaton));
  if (own !== false) return own;
  for (const look of automaton.looks) {
    const verdict = isExponential(look, true);
    if (verdict !== false) return verdict;
  }
  return false;
}

/** Glushkov's construction, with the number of ways between two places kept. */
class AutomatonBuilder implements Automaton {
  readonly sets: CharacterSet[] = [];
  readonly follow: Map<number, number>[] = [];
  readonly looks: Expression[] = [];
  tooLarge = false;

  add(node: Expression): Part {
    this.tooLarge ||= this.sets.length > mostPlaces;
    if (this.tooLarge) return nothing;
    switch (node.kind) {
      case "character":
        return this.#place(node.set);
      case "sequence":
        return this.#inSequence(node.parts.map((part) => this.add(part)));
      case "choice":
        return eitherOf(node.parts.map((part) => this.add(part)));
      case "look":
        this.looks.push(node.part);
        return nothing;
      case "repeat":
        return this.#repeat(node.part, node.min, node.max);
    }
  }

  #place(set: CharacterSet): Part {
    const place = this.sets.push(set) - 1;
    this.follow.push(new Map());
    return { first: [place], last: [place], nullable: false };
  }

  #inSequence(parts: readonly Part[]): Part {
    let whole: Part = nothing;
    for (const part of parts) {
      this.#connect(whole.last, part.first);
      whole = {
        first: whole.nullable ? [...whole.first, ...part.first] : whole.first,
        last: part.nullable ? [...whole.last, ...part.last] : part.last,
        nullable: whole.nullable && part.nullable,
      };
    }
    return whole;
  }

  #repeat(part: Expression, min: number, max: number): Part {
    // One character in many copies matches a text in one way only: the copies can be told apart.
    if (max >= (part.kind === "character" ? mostCopies : many)) {
      const body = this.add(part);
      this.#connect(body.last, body.first);
      return { ...body, nullable: body.nullable || min === 0 };
    }
    const copies = Array.from({ length: max }, () => this.add(part));
    if (copies.some(({ nullable }) => nullable)) return this.#inSequence(copies);
    for (const [index, copy] of copies.entries())
      if (index > 0) this.#connect(copies[index - 1]!.last, copy.first);
    return {
      first: copies[0]?.first ?? [],
      last: copies.slice(Math.max(min - 1, 0)).flatMap(({ last }) => last),
      nullable: min === 0,
    };
  }

  #connect(from: readonly number[], to: readonly number[]): void {
    for (const a of from) for (const b of to) this.follow[a]!.set(b, (this.follow[a]!.get(b) ?? 0) + 1);
  }
}

function eitherOf(parts: readonly Part[]): Part {
  return {
    first: parts.flatMap(({ first }) => first),
    last: parts.flatMap(({ last }) => last),
    nullable: parts.some(({ nullable }) => nullable),
  };
}

function without(places: readonly number[], { sets, follow }: Automaton): Automaton {
  const gone = new Set(places);
  return {
    sets,
    follow: follow.map((ways, from) =>
      gone.has(from) ? new Map() : new Map([...ways].filter(([to]) => !gone.has(to))),
    ),
  };
}

function hasTwoWaysBack({ sets, follow }: Automaton): boolean | undefined {
  let steps = 0;
  for (const loop of loopsOf(follow)) {
    const inside = new Set(loop);
    // Two ways over one edge of a loop are two ways around it.
    for (const from of loop)
      for (const [to, ways] of follow[from]!) if (ways > 1 && inside.has(to)) return true;
    const size = sets.length;
    const similar = new Map(loop.map((x) => [x, loop.filter((y) => overlap(sets[x]!, sets[y]!))]));
    const next = (pair: number): number[] => {
      const [a, b] = [Math.floor(pair / size), pair % size];
      const pairs: number[] = [];
      for (const x of follow[a]!.keys()) {
        for (const y of similar.get(x) ?? []) {
          steps += 1;
          if (follow[b]!.has(y)) pairs.push(x * size + y);
        }
      }
      return pairs;
    };
    const equal = loop.map((place) => place * size + place);
    const forward = reach(equal, next, () => steps > mostSteps);
    if (forward === undefined) return undefined;
    // A pair of different places lies on a way from (p, p) back to (q, q); inside one loop q leads to p again.
    const back = reach(
      [...forward].filter((pair) => Math.floor(pair / size) !== pair % size),
      next,
      () => steps > mostSteps,
    );
    if (back === undefined) return undefined;
    if (equal.some((pair) => back.has(pair))) return true;
  }
  return false;
}

function reach(
  start: readonly number[],
  next: (node: number) => readonly number[],
  stop: () => boolean,
): ReadonlySet<number> | undefined {
  const seen = new Set(start);
  for (const node of seen) {
    for (const target of next(node)) seen.add(target);
    if (stop()) return undefined;
  }
  return seen;
}

/** Places that lie on a common loop, loop by loop: Tarjan's strongly connected components. */
function loopsOf(follow: Automaton["follow"]): readonly (readonly number[])[] {
  const loops: number[][] = [];
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const open: number[] = [];
  const isOpen = new Set<number>();
  const visit = (place: number): void => {
    const number = order.size;
    order.set(place, number);
    low.set(place, number);
    open.push(place);
    isOpen.add(place);
    for (const next of follow[place]!.keys()) {
      if (!order.has(next)) visit(next);
      if (isOpen.has(next)) low.set(place, Math.min(low.get(place)!, low.get(next)!));
    }
    if (low.get(place) !== number) return;
    const members = open.splice(open.lastIndexOf(place));
    for (const member of members) isOpen.delete(member);
    if (members.length > 1 || follow[place]!.has(place)) loops.push(members);
  };
  for (const place of follow.keys()) if (!order.has(place)) visit(place);
  return loops;
}
