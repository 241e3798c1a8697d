import { edit } from "./edit.js";
import type { Issues } from "./issues.js";

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

/** A property that the schema does not know and that is to be left out. */
export function drop(key: string, value: object, issues: Issues): void {
  (issues.surplus ??= new Surplus()).add(value, key);
}
