import type { Automaton } from "./automaton.js";
import type { Effort } from "./effort.js";

/** Upper bounds of the number of steps that a match takes. */
export interface Work {
  /** The number of steps for each length of the text. */
  readonly steps: readonly number[];
  /** The largest number of steps that each further character adds. Undefined if no such number is known. */
  readonly slope: number | undefined;
}

/**
 * Returns an upper bound of the steps that a backtracking engine takes, for each length of the text and any
 * content. The bound is the number of ways to each position of the pattern, summed over the characters of the
 * text. The list ends early if the bound exceeds `limit`, or if no effort is left. Longer texts count as too
 * much work.
 *
 * The positions that can be reached together depend on the text before them. Ways are therefore counted for
 * each state of the deterministic automaton. Otherwise `[a-z]+@[a-z]+` would seem to match in many ways.
 */
export function workByLength(automaton: Automaton, longest: number, limit: number, effort: Effort): Work {
  const looks = automaton.behind.map(([look, copies]) => ({
    copies,
    steps: workByLength(look, longest, limit, effort).steps,
  }));
  const own = new Counting(automaton, effort).run(longest, limit);
  if (looks.length === 0 && automaton.waste === 1) return own;
  const steps = own.steps.map((step, length) => {
    const each = looks.reduce((total, look) => total + look.copies * (look.steps[length] ?? Infinity), 1);
    return step * each * automaton.waste;
  });
  const over = steps.findIndex((step) => step > limit);
  return { steps: over === -1 ? steps : steps.slice(0, over), slope: undefined };
}

/** A state of the deterministic automaton: the positions that can be reached together. */
interface State {
  readonly index: number;
  readonly positions: readonly number[];
  /** For each position, the largest number of ways in which a text of the current length leads to it. */
  readonly ways: Float64Array;
  /** The values of `ways` after the next character. */
  readonly next: Float64Array;
  moves: readonly Move[] | undefined;
}

/** The move from one state to another when the engine reads a letter. */
interface Move {
  readonly to: State;
  /**
   * A flat list with four numbers for each `Flow`: the index of `from` in the old state, the index of `to` in
   * the new state, `ways` and `most`.
   */
  readonly flow: readonly number[];
  readonly arriving: Float64Array;
}

/**
 * Visits that continue from one position to the next. `from` is an index into the positions of a state, and
 * `to` is a position.
 */
interface Flow {
  readonly from: number;
  readonly to: number;
  readonly ways: number;
  /** The largest number of visits of `from` that continue at `to`. */
  readonly most: number;
}

class Counting {
  readonly #automaton: Automaton;
  readonly #effort: Effort;
  readonly #known = new Map<string, State>();
  #grown: State[] = [];
  /**
   * True if the last character increased the total of no state. Comparing only the largest total is not
   * enough, because another state may overtake it later.
   */
  #isSettled = false;
  /** For each state, the most work that a text which leads to the state can cause. */
  #totals: number[] = [];
  /** For each state, the work that one more visit causes. */
  readonly #costs: number[] = [];
  // The states before and after each move. The arrays are flat, because all of them are read for every
  // character.
  readonly #from: number[] = [];
  readonly #to: number[] = [];

  constructor(automaton: Automaton, effort: Effort) {
    this.#automaton = automaton;
    this.#effort = effort;
  }

  run(longest: number, limit: number): Work {
    const start = this.#state([this.#automaton.steps.length - 1]);
    start.ways[0] = start.next[0] = 1;
    this.#costs[0] = this.#totals[0] = this.#costOf(start);
    this.#grown = [start];
    const work = [this.#totals[0]];
    let known: number | undefined;
    while (work.length <= longest && work.at(-1)! <= limit) {
      this.#read();
      if (this.#effort.left <= 0) break;
      const total = largest(this.#totals);
      work.push(total);
      if (this.#grown.length > 0) continue;
      // The numbers of ways no longer grow, so each further character costs at most `slope`. If even the
      // longest text stays below the limit, the steps for all lengths can be computed.
      const slope = this.#isSettled ? 0 : largest(this.#costs);
      if (total + slope * (longest - work.length + 1) > limit) continue;
      while (work.length <= longest) work.push(work.at(-1)! + slope);
      known = slope;
    }
    while (work.length > 0 && !(work.at(-1)! <= limit)) work.pop();
    return { steps: work, slope: known };
  }

  /** Counts the work of one more character. */
  #read(): void {
    const touched = new Set<State>();
    for (const state of this.#grown) {
      if (this.#effort.left <= 0) return;
      state.moves ??= this.#moves(state);
      for (const move of state.moves) if (this.#flow(move, state.ways)) touched.add(move.to);
    }
    this.#grown = [...touched];
    for (const state of this.#grown) {
      state.ways.set(state.next);
      this.#costs[state.index] = this.#costOf(state);
    }
    const totals = [...this.#totals];
    this.#isSettled = true;
    for (let move = 0; move < this.#from.length; move += 1) {
      const to = this.#to[move]!;
      const total = this.#totals[this.#from[move]!]! + this.#costs[to]!;
      if (total <= totals[to]!) continue;
      totals[to] = total;
      this.#isSettled = false;
    }
    this.#totals = totals;
    this.#effort.left -= this.#from.length;
  }

  #flow({ to, flow, arriving }: Move, ways: Float64Array): boolean {
    this.#effort.left -= flow.length;
    arriving.fill(0);
    for (let at = 0; at < flow.length; at += 4)
      arriving[flow[at + 1]!]! += Math.min(ways[flow[at]!]!, flow[at + 3]!) * flow[at + 2]!;
    const { positions, next } = to;
    const { ends } = this.#automaton;
    let grew = false;
    for (let index = 0; index < arriving.length; index += 1) {
      if (arriving[index]! <= next[index]!) continue;
      const count = ends.has(positions[index]!) ? Math.min(arriving[index]!, 1) : arriving[index]!;
      if (count <= next[index]!) continue;
      next[index] = count;
      grew = true;
    }
    return grew;
  }

  #moves(state: State): readonly Move[] {
    const { steps, startsOnce, searchesOn } = this.#automaton;
    const start = steps.length - 1;
    const byLetter = new Map<number, Flow[]>();
    for (const [from, position] of state.positions.entries()) {
      for (const { letter, to, ways, isOnce } of steps[position]!) {
        const flow = { from, to, ways, most: isOnce ? 1 : Infinity };
        const others = byLetter.get(letter);
        if (others === undefined) byLetter.set(letter, [flow]);
        else others.push(flow);
      }
    }
    // A search that is not anchored starts a new match at every character.
    if (!startsOnce && state.positions.at(-1) === start)
      for (const [letter, flows] of byLetter)
        if (searchesOn(letter)) flows.push({ from: state.positions.length - 1, to: start, ways: 1, most: 1 });
    return this.#worst([...byLetter.values()]).map((flows) => this.#move(state, flows));
  }

  /**
   * Removes a letter if all its flows are also flows of another letter. The other letter causes at least as
   * much work.
   */
  #worst(letters: readonly (readonly Flow[])[]): readonly (readonly Flow[])[] {
    const remaining: { flows: readonly Flow[]; keys: ReadonlySet<string> }[] = [];
    for (const flows of letters.toSorted((a, b) => b.length - a.length)) {
      if (this.#effort.left <= 0) return [];
      const keys = flows.map(({ from, to, ways, most }) => `${from},${to},${ways},${most}`);
      this.#effort.left -= 8 * keys.length + remaining.length;
      const isCovered = remaining.some((other) => keys.every((key) => other.keys.has(key)));
      if (!isCovered) remaining.push({ flows, keys: new Set(keys) });
    }
    return remaining.map(({ flows }) => flows);
  }

  #move(from: State, flows: readonly Flow[]): Move {
    const to = this.#state([...new Set(flows.map((flow) => flow.to))].sort((a, b) => a - b));
    const indexOf = new Map(to.positions.map((position, index) => [position, index]));
    this.#effort.left -= 16 * flows.length;
    this.#from.push(from.index);
    this.#to.push(to.index);
    return {
      to,
      flow: flows.flatMap((flow) => [flow.from, indexOf.get(flow.to)!, flow.ways, flow.most]),
      arriving: new Float64Array(to.positions.length),
    };
  }

  #state(positions: readonly number[]): State {
    const key = positions.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const state: State = {
      index: this.#totals.length,
      positions,
      ways: new Float64Array(positions.length),
      next: new Float64Array(positions.length),
      moves: undefined,
    };
    this.#known.set(key, state);
    this.#totals.push(0);
    this.#costs.push(0);
    return state;
  }

  #costOf({ positions, ways }: State): number {
    let cost = 0;
    for (let index = 0; index < positions.length; index += 1)
      cost += ways[index]! * this.#automaton.costs[positions[index]!]!;
    return cost;
  }
}

function largest(values: readonly number[]): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}
