import type { IssueCode } from "../issue.js";
import { FoundIssue } from "./found-issue.js";
import type { Wanted } from "../issue.js";
import type { Surplus } from "./surplus.js";
import { own } from "./values.js";

/** A generated function that looks at one value and reports what is wrong with it. */
export type Check = (value: unknown, issues: Issues) => void;

/** Levels of nesting that a recursive schema may take. */
const maxDepth = 64;
/** Issues kept; a reader has enough by then. */
const maxKept = 64;

/**
 * Collects what a check finds. Nothing is allocated until something is wrong: checks report pointers
 * relative to their own value, and `within` puts the way there in front only when there is an issue.
 */
export class Issues {
  count = 0;
  found: FoundIssue[] | undefined;
  surplus: Surplus | undefined;
  /** A limit was reached while a branch was tried: whatever the branch says, the value was not looked at in full. */
  overflow: FoundIssue | undefined;
  depth = 0;
  /** Checks leave the names of properties alone: something else looks at them. */
  open: boolean | undefined;
  /** Values looked at while branches were tried. */
  steps = 0;

  add(code: IssueCode, pointer: string, expected: string, value: unknown): void {
    this.put(code, pointer, value, { expected });
  }

  /** A value of none of the types, `|` between them, and none of the values. `expected` says more than the types. */
  type(types: string, pointer: string, value: unknown, expected?: string, values?: readonly unknown[]): void {
    this.put("type", pointer, value, { types, expected, values });
  }

  /** A value that is none of those listed. */
  choice(values: Iterable<unknown>, pointer: string, value: unknown): void {
    this.put("enum", pointer, value, { values });
  }

  constant(constant: unknown, pointer: string, value: unknown): void {
    this.put("const", pointer, value, { values: [constant] });
  }

  /** `undefined` stands for an absent property, so that one line covers both `type` and `required`. */
  put(code: IssueCode, pointer: string, value: unknown, wanted: Wanted): void {
    if (this.count === maxKept) return;
    const isAbsent = value === undefined && code !== "dependency";
    (this.found ??= []).push(new FoundIssue(isAbsent ? "required" : code, pointer, value, wanted));
    this.count += 1;
  }

  /** Runs the check of a value that lies inside the one at hand. */
  within(pointer: string, value: unknown, check: Check): void {
    const { count } = this;
    if (!this.enter(pointer, value)) return;
    check(value, this);
    this.depth -= 1;
    if (this.count !== count) this.prefix(count, pointer);
  }

  /** Runs a check on every item, or on those from `first` on. */
  items(pointer: string, values: readonly unknown[], check: Check, first = 0): void {
    if (!this.enter(pointer, values)) return;
    for (let index = first; index < values.length; index += 1) {
      const { count } = this;
      check(values[index], this);
      if (this.count !== count) this.prefix(count, pointer, index);
    }
    this.depth -= 1;
  }

  /** A property that the schema does not know. */
  unknown(key: string, value: object, known: Iterable<string>, patterns?: readonly string[]): void {
    if (!this.open) this.additional(key, value, known, patterns);
  }

  /** A property that the schema itself refuses. */
  additional(key: string, value: object, known: Iterable<string>, patterns?: readonly string[]): void {
    const isFree = (name: string): boolean => own(value, name) === undefined;
    // A name that is given already is not the one that was meant.
    if (this.count < maxKept && !isFree(key))
      this.put(
        isForbidden(key) ? "forbidden" : "unknown",
        "",
        key,
        unknownBeside([...known].filter(isFree), patterns),
      );
  }

  /** Whether a value that lies inside may be looked at. */
  enter(pointer: string, value: unknown): boolean {
    if (this.depth < maxDepth) {
      this.depth += 1;
      return true;
    }
    this.add("depth", pointer, "at most " + maxDepth + " levels of nesting", value);
    return false;
  }

  private prefix(from: number, pointer: string, index?: number): void {
    for (let at = from; at < this.count; at += 1) this.found![at]!.below(pointer, index);
  }
}

/** What is said of a name that is not among the known ones. */
export function unknownBeside(known: Iterable<string>, patterns?: readonly string[]): Wanted {
  return { expected: "no such property", values: known, patterns };
}

/** Names that reach an object's prototype when they are copied carelessly. */
export function isForbidden(key: string): boolean {
  return /^(?:__proto__|constructor|prototype)$/.test(key);
}
