import { anyCharacter, type CharacterSet, complement, escapeSet, single, union } from "./character-set.js";

/** A regular expression, as far as it matters which texts it can match in several ways. */
export type Expression =
  | { readonly kind: "character"; readonly set: CharacterSet }
  | { readonly kind: "sequence"; readonly parts: readonly Expression[] }
  | { readonly kind: "choice"; readonly parts: readonly Expression[] }
  | { readonly kind: "repeat"; readonly part: Expression; readonly min: number; readonly max: number }
  /** Looks at the text without using it up. */
  | { readonly kind: "look"; readonly part: Expression };

/** Reads a pattern that is legal under `u`; undefined where it refers back to what it matched. */
export function parsePattern(pattern: string): Expression | undefined {
  const reader = new PatternReader(pattern);
  const expression = reader.choice();
  return reader.refersBack ? undefined : expression;
}

const controls: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, v: 11, f: 12, "0": 0 };
const empty: Expression = { kind: "sequence", parts: [] };

class PatternReader {
  refersBack = false;
  readonly #text: string;
  #at = 0;

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
    return { kind: "sequence", parts };
  }

  #repeated(): Expression {
    const part = this.#atom();
    const quantifier = this.#match(/^(?:[*+?]|\{\d+(?:,\d*)?\})\??/);
    if (quantifier === undefined) return part;
    const [min, max] = boundsOf(quantifier);
    return { kind: "repeat", part, min, max };
  }

  #atom(): Expression {
    if (this.#match(/^(?:[$^]|\\[bB])/) !== undefined) return empty;
    const group = this.#match(/^\((?:\?(?:<?[=!]|<[^>]*>|[-ims]*:))?/);
    if (group !== undefined) {
      const part = this.choice();
      this.#take(")");
      return /^\(\?<?[=!]/.test(group) ? { kind: "look", part } : part;
    }
    if (this.#take("[")) return { kind: "character", set: this.#class() };
    if (this.#take(".")) return { kind: "character", set: complement(union(single(10), single(13))) };
    return { kind: "character", set: this.#member(false) };
  }

  #class(): CharacterSet {
    const negated = this.#take("^");
    const sets: CharacterSet[] = [];
    while (this.#at < this.#text.length && !this.#take("]")) {
      const from = this.#member(true);
      const range = this.#match(/^-(?!\])/) !== undefined ? this.#member(true) : undefined;
      sets.push(range === undefined ? from : [[from[0]?.[0] ?? 0, range[0]?.[1] ?? 0]]);
    }
    const set = union(...sets);
    return negated ? complement(set) : set;
  }

  /** One character, or an escape that stands for one or for several. */
  #member(inClass: boolean): CharacterSet {
    if (!this.#take("\\")) return single(this.#next());
    const named = this.#match(/^(?:[dDwWsS]|[pP]\{[^}]*\})/);
    if (named !== undefined) return escapeSet(`\\${named}`);
    const hex = this.#match(/^(?:x[0-9a-f]{2}|u[0-9a-f]{4}|u\{[0-9a-f]+\})/i);
    if (hex !== undefined) return single(Number.parseInt(hex.replace(/[xu{}]/gi, ""), 16));
    if (this.#match(/^c[a-z]/i) !== undefined) return single(1);
    if (!inClass && this.#match(/^(?:[1-9]\d*|k<[^>]*>)/) !== undefined) {
      this.refersBack = true;
      return anyCharacter;
    }
    const control = this.#match(/^[nrtvf0]/);
    return single(control === undefined ? this.#next() : controls[control]!);
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

  #match(expression: RegExp): string | undefined {
    const found = expression.exec(this.#text.slice(this.#at, this.#at + 64))?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
}

function boundsOf(quantifier: string): readonly [min: number, max: number] {
  if (quantifier.startsWith("*")) return [0, Infinity];
  if (quantifier.startsWith("+")) return [1, Infinity];
  if (quantifier.startsWith("?")) return [0, 1];
  const [, min, comma, max] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier)!;
  return [Number(min), comma === "" ? Number(min) : max === "" ? Infinity : Number(max)];
}
