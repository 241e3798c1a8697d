import type { CharacterSet } from "./character-set.js";
import { type Effort, spend, TooLarge } from "./effort.js";
import { countGroups, type Expression, mayMatchEmptyText, type Pattern } from "./parse-pattern.js";

/** A position that a match can reach next. */
export interface Entry {
  readonly position: number;
  readonly ways: number;
  /** False if a matching character is not enough to reach the position, because a condition like `\b` applies. */
  readonly isSure: boolean;
  /**
   * Additional steps on the ways to this position. An engine uses these steps to record and clear the matches
   * of groups.
   */
  readonly extra: number;
}

/**
 * A part of a pattern. `first` and `last` are the positions at which it can begin and end, in the order in
 * which an engine tries the positions.
 */
export interface Part {
  readonly first: readonly Entry[];
  readonly last: readonly Entry[];
  /** The number of ways in which the part matches an empty text. */
  readonly empty: number;
  /** True if the part matches an empty text without any condition. */
  readonly isSurelyEmpty: boolean;
}

/**
 * The limits up to which a bounded repeat such as `a{3}` is expanded into copies. A repeat with more copies
 * is analysed as a loop without an upper bound.
 */
export interface Detail {
  /** The largest number of copies of a single character, such as in `\d{8}`. */
  readonly ofCharacter: number;
  /** The largest number of copies of a group, such as in `(ab){8}`. */
  readonly ofGroup: number;
}

/** The steps of an attempt that fails at its first character or is discarded. */
export const attempt = 1 / 8;

/** The number of groups whose cost is negligible. Each further group costs steps. */
const freeGroups = 2;

const maxPositions = 12_000;
const maxLinks = 60_000;
/** The largest number of character ranges in all positions together. An engine generates code for each range. */
const maxRanges = 300_000;

const nothing: Part = { first: [], last: [], empty: 1, isSurelyEmpty: true };
const condition: Part = { ...nothing, isSurelyEmpty: false };

/**
 * Finds the positions of a pattern and the links between them, with Glushkov's construction. A position is
 * one character class of the pattern. A link counts the ways from one position to the next. If there are two
 * ways, a backtracking engine may try the same remaining text twice.
 */
export class Positions {
  readonly sets: CharacterSet[] = [];
  /** The links from each position to the next positions, in the order in which an engine tries them. */
  readonly links: Map<number, Entry>[] = [];
  /** Positions that stand for `$`. */
  readonly textEnds = new Set<number>();
  /** The lookbehinds, each with the number of its copies. */
  readonly behind = new Map<Expression, number>();
  /** The work is multiplied by this factor, because an engine tries and discards empty matches. */
  waste = 1;
  readonly #pattern: Pattern;
  readonly #detail: Detail;
  readonly #effort: Effort;
  readonly #backwards: boolean;
  readonly #open = new Set<number | string>();
  #references = 0;
  #linkCount = 0;
  #ranges = 0;

  constructor(pattern: Pattern, detail: Detail, effort: Effort, backwards: boolean) {
    this.#pattern = pattern;
    this.#detail = detail;
    this.#effort = effort;
    this.#backwards = backwards;
  }

  add(node: Expression): Part {
    switch (node.kind) {
      case "character":
        return this.#position(node.set);
      case "sequence":
        return this.#sequence(node.parts);
      case "choice":
        return eitherOf(node.parts.map((part) => this.add(part)));
      case "repeat":
        return this.#repeat(node.part, node.min, node.max);
      case "group":
        return this.#group(node.number, node.part);
      case "reference":
        return this.#reference(node.to, node.ignoresCase);
      case "look":
        return this.#look(node.part, node.behind);
      case "end":
        return this.#end();
      case "start":
      case "boundary":
        return condition;
    }
  }

  #position(set: CharacterSet): Part {
    const position = this.sets.push(set) - 1;
    this.links.push(new Map());
    this.#ranges += set.length;
    spend(this.#effort, 30 + 40 * set.length);
    if (position > maxPositions || this.#ranges > maxRanges) throw new TooLarge();
    const entries = [{ position, ways: 1, isSure: true, extra: 0 }];
    return { first: entries, last: entries, empty: 0, isSurelyEmpty: false };
  }

  /**
   * Adds `$` as a position that matches no character, because no text follows the end. Inside a lookbehind or a
   * reference, `$` is a plain condition. In a lookbehind, the engine still reads the text before the end.
   */
  #end(): Part {
    if (this.#backwards || this.#references > 0) return condition;
    const part = this.#position([]);
    this.textEnds.add(part.last[0]!.position);
    return part;
  }

  #sequence(nodes: readonly Expression[]): Part {
    const inOrder = this.#backwards ? nodes.toReversed() : nodes;
    return inOrder.reduce<Part>((before, node) => this.#join(before, this.add(node)), nothing);
  }

  #join(a: Part, b: Part): Part {
    spend(this.#effort, a.first.length + a.last.length + b.first.length + b.last.length);
    this.#link(a.last, b.first);
    return {
      first: a.empty === 0 ? a.first : [...a.first, ...through(b.first, a)],
      last: b.empty === 0 ? b.last : [...through(a.last, b), ...b.last],
      empty: a.empty * b.empty,
      isSurelyEmpty: a.isSurelyEmpty && b.isSurelyEmpty,
    };
  }

  #group(number: number, part: Expression): Part {
    this.#open.add(number);
    const inner = this.add(part);
    this.#open.delete(number);
    return this.#open.size < freeGroups ? inner : this.#withExtra(inner, 2);
  }

  /** Adds steps to the first way that an engine tries in a part. */
  #withExtra(part: Part, extra: number): Part {
    const [first, ...others] = part.first;
    if (extra <= 0) return part;
    // If the part has no position, the steps increase the factor `waste`.
    if (first === undefined) this.waste += extra;
    else return { ...part, first: [{ ...first, extra: first.extra + first.ways * extra }, ...others] };
    return part;
  }

  /**
   * Analyses a reference such as `\1` as a copy of its group. The text that the group matched is one of the
   * texts that the copy can match.
   */
  #reference(to: number | string, ignoresCase: boolean): Part {
    // A reference that ignores case, or that stands inside its own group, can match more texts than the copy.
    // The number of ways would be too low.
    if (ignoresCase || this.#open.has(to)) throw new TooLarge();
    this.#open.add(to);
    this.#references += 1;
    const groups = this.#pattern.groups.get(to) ?? [];
    const copy = eitherOf([...groups.map((group) => this.add(group)), condition]);
    this.#references -= 1;
    this.#open.delete(to);
    return { ...copy, first: unsure(copy.first), last: unsure(copy.last), isSurelyEmpty: false };
  }

  /**
   * Adds a lookahead as a branch that ends after its own text. The match itself continues at the character
   * where the lookahead began. A lookbehind is recorded in `behind`, which is analysed separately.
   */
  #look(part: Expression, behind: boolean): Part {
    if (this.#backwards) throw new TooLarge();
    if (!behind) return { ...condition, first: unsure(this.add(part).first) };
    this.behind.set(part, (this.behind.get(part) ?? 0) + 1);
    return condition;
  }

  #repeat(node: Expression, min: number, max: number): Part {
    if (max === 0) return nothing;
    const most = node.kind === "character" ? this.#detail.ofCharacter : this.#detail.ofGroup;
    if ((max === Infinity ? min : max) <= most) return this.#copies(node, min, max);
    // If a part can match an empty text, each copy of the part multiplies the number of ways. A loop would count
    // too few ways.
    if (min > 1 && mayMatchEmptyText(node)) throw new TooLarge();
    const body = this.#round(node);
    // The loop also allows numbers of rounds that the quantifier forbids. After a round, it is therefore
    // uncertain whether one more round may begin. If `min` is above 1, it is also uncertain whether the repeat
    // may end.
    const loop = this.#loop({ ...body, last: unsure(body.last) }, min);
    return min > 1 ? loop : { ...loop, last: body.last };
  }

  #copies(node: Expression, min: number, max: number): Part {
    let copies: Part = nothing;
    const required = max === Infinity ? Math.max(min - 1, 0) : min;
    for (let copy = 0; copy < required; copy += 1) copies = this.#join(copies, this.#round(node));
    if (max === Infinity) return this.#join(copies, this.#loop(this.#round(node), min));
    return this.#join(copies, this.#optional(node, max - min));
  }

  /** Adds one round of a repeat. At its start the engine clears the matches of groups, which takes steps. */
  #round(node: Expression): Part {
    return this.#withExtra(this.add(node), countGroups(node) - freeGroups);
  }

  /**
   * Adds optional copies in a row, for a quantifier such as `{0,3}`. The engine discards a copy that matches
   * an empty text.
   */
  #optional(node: Expression, count: number): Part {
    let first: readonly Entry[] = [];
    let before: Part | undefined;
    const last: Entry[] = [];
    for (let copy = 0; copy < count; copy += 1) {
      const next = this.#round(node);
      this.waste = Math.max(this.waste, 1 + next.empty * attempt);
      if (before === undefined) first = next.first;
      else this.#link(before.last, next.first);
      last.push(...next.last);
      before = next;
    }
    return { first, last, empty: 1, isSurelyEmpty: true };
  }

  #loop(body: Part, min: number): Part {
    this.waste = Math.max(this.waste, 1 + body.empty * attempt);
    this.#link(body.last, body.first);
    if (min === 0) return { ...body, empty: 1, isSurelyEmpty: true };
    // The engine does not discard a required first round that matches an empty text. The second round then begins
    // at the same position of the text, which adds ways.
    const first = body.first.map((entry) => ({
      ...entry,
      ways: entry.ways * (1 + body.empty),
      extra: entry.extra * (1 + body.empty),
    }));
    return { ...body, first };
  }

  #link(from: readonly Entry[], to: readonly Entry[]): void {
    this.#linkCount += from.length * to.length;
    spend(this.#effort, 6 * from.length * to.length);
    if (this.#linkCount > maxLinks) throw new TooLarge();
    for (const end of from) {
      const links = this.links[end.position]!;
      for (const { position, ways, isSure, extra } of to) {
        const known = links.get(position);
        // Several ways may lead to the same position. The engine tries the known way before the new way, so
        // `isSure` of the known way is kept.
        links.set(position, {
          position,
          ways: (known?.ways ?? 0) + end.ways * ways,
          isSure: known?.isSure ?? (end.isSure && isSure),
          extra: (known?.extra ?? 0) + end.ways * extra,
        });
      }
    }
  }
}

function eitherOf(parts: readonly Part[]): Part {
  return {
    first: parts.flatMap(({ first }) => first),
    last: parts.flatMap(({ last }) => last),
    empty: parts.reduce((count, part) => count + part.empty, 0),
    isSurelyEmpty: parts.some((part) => part.isSurelyEmpty),
  };
}

/**
 * Returns the entries of a part for the case that the neighbouring part matches an empty text. Each way in which
 * the neighbour matches an empty text multiplies the ways of the entries.
 */
function through(entries: readonly Entry[], { empty, isSurelyEmpty }: Part): readonly Entry[] {
  return entries.map(({ position, ways, isSure, extra }) => ({
    position,
    ways: ways * empty,
    isSure: isSure && isSurelyEmpty,
    extra: extra * empty,
  }));
}

function unsure(entries: readonly Entry[]): readonly Entry[] {
  return entries.map((entry) => ({ ...entry, isSure: false }));
}
