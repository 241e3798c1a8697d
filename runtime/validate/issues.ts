import type { IssueCode } from "../issue.js";
import { FoundIssue } from "./found-issue.js";
import type { Expectation } from "../issue.js";
import type { Surplus } from "./surplus.js";
import { own } from "./values.js";

/** A generated function that checks one value and reports its issues. */
export type Check = (value: unknown, issues: Issues) => void;

/** The largest number of levels that a check of a recursive schema enters. */
const maxDepth = 64;
/** The largest number of issues that are kept. */
const maxIssues = 64;

/**
 * Collects the issues of a check. A valid value causes no memory allocation: a check reports pointers that
 * are relative to its own value, and `within` prepends the path only if an issue occurs.
 */
export class Issues {
  count = 0;
  found: FoundIssue[] | undefined;
  surplus: Surplus | undefined;
  /**
   * Set if a branch of a union reached a limit. The value was then not checked completely, so it counts as
   * invalid even if the branch reports no issue.
   */
  overflow: FoundIssue | undefined;
  depth = 0;
  /** Set while checks ignore the names of properties, because `checkApart` checks the names separately. */
  ignoresNames: boolean | undefined;
  /** The number of values that were checked while branches of unions were tried. */
  checkedValues = 0;

  add(code: IssueCode, pointer: string, expected: string, value: unknown): void {
    this.put(code, pointer, value, { expected });
  }

  /**
   * Reports a value that has none of the types (separated by `|`) and equals none of the values. `expected`
   * is a text that is more precise than the types.
   */
  type(types: string, pointer: string, value: unknown, expected?: string, values?: readonly unknown[]): void {
    this.put("type", pointer, value, { types, expected, values });
  }

  /** Reports a value that is not in the list of allowed values. */
  choice(values: Iterable<unknown>, pointer: string, value: unknown): void {
    this.put("enum", pointer, value, { values });
  }

  constant(constant: unknown, pointer: string, value: unknown): void {
    this.put("const", pointer, value, { values: [constant] });
  }

  /**
   * Reports an issue. If the value is `undefined`, the property is missing, and the code becomes `required`.
   * One line of generated code therefore covers a wrong type and a missing property.
   */
  put(code: IssueCode, pointer: string, value: unknown, expectation: Expectation): void {
    if (this.count === maxIssues) return;
    const isAbsent = value === undefined && code !== "dependency";
    (this.found ??= []).push(new FoundIssue(isAbsent ? "required" : code, pointer, value, expectation));
    this.count += 1;
  }

  /** Runs a check on a value that is inside of the current value. */
  within(pointer: string, value: unknown, check: Check): void {
    const { count } = this;
    if (!this.enter(pointer, value)) return;
    check(value, this);
    this.depth -= 1;
    if (this.count !== count) this.prefix(count, pointer);
  }

  /** Runs a check on every item from the index `first`. */
  items(pointer: string, values: readonly unknown[], check: Check, first = 0): void {
    if (!this.enter(pointer, values)) return;
    for (let index = first; index < values.length; index += 1) {
      const { count } = this;
      check(values[index], this);
      if (this.count !== count) this.prefix(count, pointer, index);
    }
    this.depth -= 1;
  }

  /** Reports a property that the schema does not declare. */
  unknown(key: string, value: object, known: Iterable<string>, patterns?: readonly string[]): void {
    if (!this.ignoresNames) this.additional(key, value, known, patterns);
  }

  /** Reports a property that the schema refuses, even while names are ignored. */
  additional(key: string, value: object, known: Iterable<string>, patterns?: readonly string[]): void {
    if (own(value, key) !== undefined)
      this.put(
        isForbidden(key) ? "forbidden" : "unknown",
        "",
        key,
        unknownBeside(new MissingNames(known, value), patterns),
      );
  }

  /** Enters a value inside of the current one. Returns false if the value is nested too deeply. */
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
 * Iterates over the known names that a value does not have yet. Names that the value already has are left
 * out, because the model did not misspell them. The names are computed when a text needs them, because
 * computing them takes more time than the check. The fields are private, because the value may be secret and
 * applications log issues.
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

/** Describes the names that are valid in place of an unknown name. */
export function unknownBeside(known: Iterable<string>, patterns?: readonly string[]): Expectation {
  return { expected: "no such property", values: known, patterns };
}

/**
 * Whether a property has a name that reaches an object's prototype when code copies the property carelessly.
 */
export function isForbidden(key: string): boolean {
  return /^(?:__proto__|constructor|prototype)$/.test(key);
}
