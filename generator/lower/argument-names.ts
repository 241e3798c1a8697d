import { createHash } from "node:crypto";
import { losesLetters, withoutAccents } from "../base/words.js";

// Chooses wire names for arguments whose own names Gemini may refuse.

const legal = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/**
 * Maps each property name to its wire name. A name that Gemini accepts is its own wire name. Any other name gets a
 * legal wire name that no other property has.
 */
export function wireNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(names);
  return new Map(
    names.map((name) => {
      if (legal.test(name)) return [name, name];
      const wire = unused(legalise(name), taken);
      taken.add(wire);
      return [name, wire];
    }),
  );
}

/** Returns `wanted`, or the first of `wanted_2`, `wanted_3`, … that is not taken. */
export function unused(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) {
    const suffix = `_${count}`;
    name = wanted.slice(0, 64 - suffix.length) + suffix;
  }
  return name;
}

/**
 * Replaces illegal characters: `X-Trace` → `X_Trace`, `filter[a]` → `filter_a`, `2nd` → `_2nd`. If letters are lost, a
 * hash of the name is added: `城市` → `arg_ed84a166`.
 */
function legalise(name: string): string {
  const words = withoutAccents(name)
    .replace(/[^A-Za-z0-9_]+/g, "_")
    .replace(/^_+(?=[A-Za-z])|(?<=[A-Za-z0-9])_+$/g, "");
  if (!losesLetters(name)) return withLegalStart(words).slice(0, 64);
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 8);
  return `${(words === "_" ? "arg" : withLegalStart(words)).slice(0, 55)}_${hash}`;
}

function withLegalStart(words: string): string {
  return /^[A-Za-z_]/.test(words) ? words : `_${words}`;
}

/**
 * Returns a list with one note that contains the original name of the argument, for example `Called "城市".`. The list
 * is empty if the wire name has all letters of the original name.
 */
export function nameNote(name: string, wire: string): readonly string[] {
  return wire !== name && losesLetters(name) ? [`Called ${JSON.stringify(name)}.`] : [];
}
