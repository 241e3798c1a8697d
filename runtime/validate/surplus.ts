import { edit } from "./edit.js";
import type { Check, Issues } from "./issues.js";

/** The unknown properties that are removed instead of refused. */
export class Surplus {
  readonly #names = new Map<unknown, Set<string>>();

  add(owner: object, name: string): void {
    this.#names.set(owner, (this.#names.get(owner) ?? new Set()).add(name));
  }

  /** Adds all properties of another `Surplus`, such as those that a matching branch of a union removes. */
  addAll(other: Surplus): void {
    for (const [owner, names] of other.#names) for (const name of names) this.add(owner as object, name);
  }

  removeFrom(value: unknown): unknown {
    return edit(value, (member, name) =>
      this.#names.get(value)?.has(name) ? undefined : this.removeFrom(member),
    );
  }
}

/**
 * Marks an unknown property for removal. While `issues.ignoresNames` is set, the property is not marked. If
 * `known` is set, the property is then reported, because the schema itself allows only the known names.
 */
export function drop(key: string, value: object, issues: Issues, known?: Iterable<string>): void {
  if (!issues.ignoresNames) (issues.surplus ??= new Surplus()).add(value, key);
  else if (known) issues.additional(key, value, known);
}

/** Checks the names of properties first. Then checks all other rules, without the removed properties. */
export function checkApart(value: unknown, names: Check, values: Check, issues: Issues): void {
  if (issues.ignoresNames) return values(value, issues);
  const start = issues.count;
  names(value, issues);
  const middle = issues.count;
  issues.ignoresNames = true;
  values(issues.surplus ? issues.surplus.removeFrom(value) : value, issues);
  issues.ignoresNames = false;
  if (middle > start) reorder(issues, start, middle);
}

/** Moves the issues about names to the end and removes duplicates. */
function reorder(issues: Issues, start: number, middle: number): void {
  const ofNames = issues.found!.splice(start, middle - start);
  const reported = new Set(issues.found!.slice(start).map(({ pointer }) => pointer));
  issues.found!.push(...ofNames.filter(({ pointer }) => !reported.has(pointer)));
  issues.count = issues.found!.length;
}
