import type { IssueCode } from "../issue.js";
import { FoundIssue } from "./found-issue.js";
import type { Expectation } from "../issue.js";
import type { Surplus } from "./surplus.js";
import { own } from "./values.js";

/** A generated function that checks one value and reports issues. */
export type Check = (value: unknown, issues: Issues) => void;

/** Maximum levels of nesting of a recursive schema. */
const maxDepth = 64;
/** Maximum number of issues that are kept. */
const maxIssues = 64;

/**
 * Collects the issues of a check. Allocates nothing for a valid value: checks report pointers relative to their own
 * value, and `within` prepends the path only if there is an issue.
 */
export class Issues {
  count = 0;
  found: FoundIssue[] | undefined;
  surplus: Surplus | undefined;
  /** Set when a branch reached a limit: the value was not checked completely, whatever the branch reports. */
  overflow: FoundIssue | undefined;
  depth = 0;
  /** Checks ignore the names of properties while this is set, because `checkApart` checks them. */
  ignoresNames: boolean | undefined;
  /** Values that were checked while branches were tried. */
  checkedValues = 0;

  add(code: IssueCode, pointer: string, expected: string, value: unknown): void {
    this.put(code, pointer, value, { expected });
  }

  /**
   * A value that has none of the types (separated by `|`) and equals none of the values. `expected` is more precise
   * than the types.
   */
  type(types: string, pointer: string, value: unknown, expected?: string, values?: readonly unknown[]): void {
    this.put("type", pointer, value, { types, expected, values });
  }

  /** A value that is not in the list. */
  choice(values: Iterable<unknown>, pointer: string, value: unknown): void {
    this.put("enum", pointer, value, { values });
  }

  constant(constant: unknown, pointer: string, value: unknown): void {
    this.put("const", pointer, value, { values: [constant] });
  }

  /** `undefined` means a missing property, so one line of generated code covers both `type` and `required`. */
  put(code: IssueCode, pointer: string, value: unknown, expectation: Expectation): void {
    if (this.count === maxIssues) return;
    const isAbsent = value === undefined && code !== "dependency";
    (this.found ??= []).push(new FoundIssue(isAbsent ? "required" : code, pointer, value, expectation));
    this.count += 1;
  }

  /** Runs a check on a value inside the current one. */
  within(pointer: string, value: unknown, check: Check): void {
    const { count } = this;
    if (!this.enter(pointer, value)) return;
    check(value, this);
    this.depth -= 1;
    if (this.count !== count) this.prefix(count, pointer);
  }

  /** Runs a check on every item from the index `first` on. */
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
    if (!this.ignoresNames) this.additional(key, value, known, patterns);
  }

  /** A property that the schema itself refuses. */
  additional(key: string, value: object, known: Iterable<string>, patterns?: readonly string[]): void {
    if (own(value, key) !== undefined)
      this.put(
        isForbidden(key) ? "forbidden" : "unknown",
        "",
        key,
        unknownBeside(new MissingNames(known, value), patterns),
      );
  }

  /** Whether a value inside the current one may be checked. */
  enter(pointer: string, value: unknown): boolean {
    if (this.depth < maxDepth) {
      this.depth += 1;
      return true;
    }
    this.add("depth", pointer, "at most " + maxDepth + " levels of nesting", value);
    return false;
  }

  private prefix(from: number, pointer: string, index?: number): void {
    for (let at = from; at < this.count; at += 1) this.found![at]!.prepend(pointer, index);
  }
}

/**
 * The known names that a value does not have yet: a name in use is not the one that was meant. Looked up only when a
 * text needs them, because that costs more than the check itself. Private: issues are logged, and values may be secret.
 */
class MissingNames implements Iterable<string> {
  readonly #known: Iterable<string>;
  readonly #value: object;

  constructor(known: Iterable<string>, value: object) {
    this.#known = known;
    this.#value = value;
  }

  *[Symbol.iterator](): Iterator<string> {
    for (const name of this.#known) if (own(this.#value, name) === undefined) yield name;
  }
}

/** The expectation about an unknown name. */
export function unknownBeside(known: Iterable<string>, patterns?: readonly string[]): Expectation {
  return { expected: "no such property", values: known, patterns };
}

/** Names that reach an object's prototype if code copies them carelessly. */
export function isForbidden(key: string): boolean {
  return /^(?:__proto__|constructor|prototype)$/.test(key);
}
