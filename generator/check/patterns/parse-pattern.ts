import {
  type CharacterSet,
  complement,
  dot,
  escapeSet,
  ignoringCase,
  single,
  union,
} from "./character-set.js";

/** A regular expression, reduced to the details that affect the number of ways in which it can match a text. */
export type Expression =
  | { readonly kind: "character"; readonly set: CharacterSet }
  | { readonly kind: "sequence"; readonly parts: readonly Expression[] }
  | { readonly kind: "choice"; readonly parts: readonly Expression[] }
  | {
      readonly kind: "repeat";
      readonly part: Expression;
      readonly min: number;
      readonly max: number;
      /** True for a lazy quantifier such as `*?`. */
      readonly isLazy: boolean;
    }
  | { readonly kind: "group"; readonly number: number; readonly part: Expression }
  /** A reference such as `\1` or `\k<name>`. A reference matches the text that its group matched before. */
  | { readonly kind: "reference"; readonly to: number | string; readonly ignoresCase: boolean }
  /** A lookahead or a lookbehind, such as `(?=…)`. This condition reads characters without consuming them. */
  | {
      readonly kind: "look";
      readonly part: Expression;
      readonly behind: boolean;
      readonly negative: boolean;
    }
  | { readonly kind: "start" }
  | { readonly kind: "end" }
  /** A condition on the characters before and after the current position, such as `\b`. */
  | { readonly kind: "boundary"; readonly written: string };

export interface Pattern {
  readonly expression: Expression;
  /** Groups by number and by name. A name may have several groups, one in each alternative. */
  readonly groups: ReadonlyMap<number | string, readonly Expression[]>;
  /** True if the pattern contains a lazy quantifier such as `*?`. */
  readonly isLazy: boolean;
}

/**
 * The deepest nesting of groups that is analysed. Deeper groups could overflow the stack of this parser and
 * of the engine.
 */
const maxDepth = 200;
/**
 * The length of the longest pattern that is analysed. The longest known pattern of a real API has 22,190
 * characters.
 */
const maxLength = 32_768;

/**
 * Parses a pattern that is legal with the `u` flag. The result is undefined if the pattern is too long or too
 * deeply nested.
 */
export function parsePattern(pattern: string): Pattern | undefined {
  if (pattern.length > maxLength || isTooDeep(pattern)) return undefined;
  const reader = new PatternReader(pattern);
  return { expression: reader.choice(), groups: reader.groups, isLazy: reader.isLazy };
}

function isTooDeep(pattern: string): boolean {
  let depth = 0;
  let inClass = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === "\\") at += 1;
    else if (inClass) inClass = character !== "]";
    else if (character === "[") inClass = true;
    else if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

const controls: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, v: 11, f: 12, "0": 0 };
const anything: CharacterSet = complement([]);

/** The flags `i`, `m` and `s` of a group such as `(?i:…)`. */
interface Modifiers {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
}

class PatternReader {
  readonly groups = new Map<number | string, Expression[]>();
  isLazy = false;
  readonly #text: string;
  #at = 0;
  #count = 0;
  #modifiers: Modifiers = { i: false, m: false, s: false };

  constructor(text: string) {
    this.#text = text;
  }

  choice(): Expression {
    const parts = [this.#sequence()];
    while (this.#take("|")) parts.push(this.#sequence());
    return parts.length === 1 ? parts[0]! : { kind: "choice", parts };
  }

  #sequence(): Expression {
    const parts: Expression[] = [];
    while (this.#at < this.#text.length && !"|)".includes(this.#text[this.#at]!))
      parts.push(this.#repeated());
    return parts.length === 1 ? parts[0]! : { kind: "sequence", parts };
  }

  #repeated(): Expression {
    const part = this.#atom();
    const quantifier = this.#match(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y);
    if (quantifier === undefined) return part;
    const [min, max] = boundsOf(quantifier);
    const isLazy = quantifier.length > 1 && quantifier.endsWith("?");
    this.isLazy ||= isLazy;
    return { kind: "repeat", part, min, max, isLazy };
  }

  #atom(): Expression {
    const condition = this.#match(/[$^]|\\[bB]/y);
    if (condition !== undefined) return this.#condition(condition);
    const group = this.#match(/\((?:\?(?:<?[=!]|<[^>=!]*>|[-ims]*:))?/y);
    if (group !== undefined) return this.#group(group);
    const reference = this.#match(/\\(?:[1-9]\d*|k<[^>]*>)/y);
    if (reference !== undefined)
      return {
        kind: "reference",
        to: reference.startsWith("\\k") ? reference.slice(3, -1) : Number(reference.slice(1)),
        ignoresCase: this.#modifiers.i,
      };
    if (this.#take("[")) return this.#character(this.#class());
    if (this.#take(".")) return this.#character(this.#modifiers.s ? anything : dot);
    return this.#character(this.#member());
  }

  #condition(written: string): Expression {
    if (written.startsWith("\\") || this.#modifiers.m) return { kind: "boundary", written };
    return { kind: written === "^" ? "start" : "end" };
  }

  #group(opening: string): Expression {
    const modifiers = this.#modifiers;
    if (opening.endsWith(":")) this.#modifiers = changed(modifiers, opening);
    const number = opening === "(" || /^\(\?<[^=!]/.test(opening) ? (this.#count += 1) : undefined;
    const part = this.choice();
    this.#take(")");
    this.#modifiers = modifiers;
    const look = /^\(\?(<?)[=!]/.exec(opening);
    if (look !== null)
      return { kind: "look", part, behind: look[1] === "<", negative: opening.endsWith("!") };
    if (number === undefined) return part;
    this.groups.set(number, [part]);
    const name = opening.slice(3, -1);
    if (name !== "") this.groups.set(name, [...(this.groups.get(name) ?? []), part]);
    return { kind: "group", number, part };
  }

  #character(set: CharacterSet): Expression {
    return { kind: "character", set: this.#modifiers.i ? ignoringCase(set) : set };
  }

  #class(): CharacterSet {
    const negated = this.#take("^");
    const sets: CharacterSet[] = [];
    while (this.#at < this.#text.length && !this.#take("]")) {
      const from = this.#member();
      const isRange = this.#text[this.#at] === "-" && this.#text[this.#at + 1] !== "]";
      if (isRange) this.#at += 1;
      sets.push(isRange ? [[from[0]![0], this.#member()[0]![1]]] : from);
    }
    const set = union([], ...sets);
    return negated ? complement(set) : set;
  }

  /** Reads one character, or an escape that stands for one or several characters. */
  #member(): CharacterSet {
    if (!this.#take("\\")) return single(this.#next());
    const named = this.#match(/[dDwWsS]|[pP]\{[^}]*\}/y);
    if (named !== undefined) return escapeSet(`\\${named}`);
    const pair = this.#match(/u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/y);
    if (pair !== undefined) return single(codePointOf(pair));
    const hex = this.#match(/x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]+\}/y);
    if (hex !== undefined) return single(Number.parseInt(hex.replace(/[xu{}]/g, ""), 16));
    const letter = this.#match(/c[a-zA-Z]/y);
    if (letter !== undefined) return single(letter.charCodeAt(1) % 32);
    const control = this.#match(/[nrtvf0b]/y);
    // Inside a class, `\b` is a backspace. Outside a class it is a word boundary, which `#atom` reads.
    return single(control === undefined ? this.#next() : (controls[control] ?? 8));
  }

  #next(): number {
    const code = this.#text.codePointAt(this.#at) ?? 0;
    this.#at += code > 0xffff ? 2 : 1;
    return code;
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  /** Reads the text that matches at the current position. The expression must have the sticky flag. */
  #match(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
}

function changed(before: Modifiers, opening: string): Modifiers {
  const [on = "", off = ""] = opening.slice(2, -1).split("-");
  const after = (name: keyof Modifiers): boolean =>
    on.includes(name) || (before[name] && !off.includes(name));
  return { i: after("i"), m: after("m"), s: after("s") };
}

function codePointOf(pair: string): number {
  const [high, low] = [pair.slice(1, 5), pair.slice(7)].map((digits) => Number.parseInt(digits, 16));
  return 0x10000 + ((high! - 0xd800) << 10) + (low! - 0xdc00);
}

function boundsOf(quantifier: string): readonly [min: number, max: number] {
  if (quantifier.startsWith("*")) return [0, Infinity];
  if (quantifier.startsWith("+")) return [1, Infinity];
  if (quantifier.startsWith("?")) return [0, 1];
  const [, min, max] = /^\{(\d+)(?:,(\d*))?\}/.exec(quantifier)!;
  return [Number(min), max === undefined ? Number(min) : max === "" ? Infinity : Number(max)];
}

export function countGroups(node: Expression): number {
  switch (node.kind) {
    case "group":
      return 1 + countGroups(node.part);
    case "sequence":
    case "choice":
      return node.parts.reduce((sum, part) => sum + countGroups(part), 0);
    case "repeat":
    case "look":
      return countGroups(node.part);
    default:
      return 0;
  }
}

export function mayMatchEmptyText(node: Expression): boolean {
  switch (node.kind) {
    case "character":
      return false;
    case "sequence":
      return node.parts.every(mayMatchEmptyText);
    case "choice":
      return node.parts.some(mayMatchEmptyText);
    case "repeat":
      return node.min === 0 || mayMatchEmptyText(node.part);
    case "group":
      return mayMatchEmptyText(node.part);
    default:
      return true;
  }
}
