import { edit } from "./edit.js";
import type { Check, Issues } from "./issues.js";

/** Unknown properties that are left out instead of refused. */
export class Surplus {
  readonly #names = new Map<unknown, Set<string>>();

  add(owner: object, name: string): void {
    this.#names.set(owner, (this.#names.get(owner) ?? new Set()).add(name));
  }

  /** What a branch leaves out is left out when the branch is taken. */
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
 * A property that the schema does not know and that is to be left out. Where the schema itself refuses all but the `known` ones,
 * and something else has left out what is to be left out, this one is declared there.
 */
export function drop(key: string, value: object, issues: Issues, known?: Iterable<string>): void {
  if (!issues.open) (issues.surplus ??= new Surplus()).add(value, key);
  else if (known) issues.additional(key, value, known);
}

/** Checks the names of properties, and then everything else in what is left of the value. */
export function checkApart(value: unknown, names: Check, values: Check, issues: Issues): void {
  if (issues.open) return values(value, issues);
  const start = issues.count;
  names(value, issues);
  const middle = issues.count;
  issues.open = true;
  values(issues.surplus ? issues.surplus.removeFrom(value) : value, issues);
  issues.open = false;
  if (middle > start) reorder(issues, start, middle);
}

/** Issues of the names come last, and none is reported twice. */
function reorder(issues: Issues, start: number, middle: number): void {
  const ofNames = issues.found!.splice(start, middle - start);
  const reported = new Set(issues.found!.slice(start).map(({ pointer }) => pointer));
  issues.found!.push(...ofNames.filter(({ pointer }) => !reported.has(pointer)));
  issues.count = issues.found!.length;
}
