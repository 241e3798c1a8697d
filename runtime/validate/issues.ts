import type { Issue, IssueCode } from "../issue.js";
import { FoundIssue } from "./found-issue.js";
import { segment } from "./pointer.js";

/** A generated function that looks at one value and reports what is wrong with it. */
export type Check = (value: unknown, issues: Issues) => void;

/** Levels of nesting that a recursive schema may take. */
const maxDepth = 64;
/** Values looked at while branches of unions are tried, in all. */
const maxSteps = 1_000_000;
/** Issues kept; more are counted only. */
const maxKept = 64;

/**
 * Collects what a check finds. Nothing is allocated until something is wrong: checks report pointers
 * relative to their own value, and `within` puts the way there in front only when there is an issue.
 */
export class Issues {
  count = 0;
  found: FoundIssue[] | undefined = undefined;
  /** Those of `found` that are unknown arguments to be left out instead of refused. */
  surplus: Issue[] | undefined = undefined;
  /** A limit was reached while a branch was tried: whatever the branch says, the value was not looked at in full. */
  overflow: Issue | undefined = undefined;
  /** Properties that would have been left out, had a branch not merely been tried. */
  ignored = 0;
  private kept = 0;
  private depth = 0;
  private quiet = 0;
  private weight = 0;
  /** `count` when the branch that is being tried began. */
  private start = 0;
  private steps = 0;

  /** `undefined` stands for an absent property, so that one line covers both `type` and `required`. */
  add(code: IssueCode, pointer: string, expected: string, value: unknown, near?: Iterable<unknown>): void {
    this.count += 1;
    if (this.quiet > 0) this.weight += weightOf(code, pointer, value);
    else if (this.kept < maxKept) this.keep(code, pointer, expected, value, near);
  }

  /** Runs the check of a value that lies inside the one at hand. */
  within(pointer: string, value: unknown, check: Check): void {
    const before = this.kept;
    if (!this.enter(pointer, value)) return;
    check(value, this);
    this.depth -= 1;
    if (this.kept !== before) this.prefix(before, pointer);
  }

  /** Runs a check on every item, or on those from `first` on. */
  items(pointer: string, values: readonly unknown[], check: Check, first = 0): void {
    if (!this.enter(pointer, values)) return;
    for (let index = first; index < values.length; index += 1) {
      const before = this.kept;
      check(values[index], this);
      if (this.kept !== before) this.prefix(before, pointer + "/" + index);
    }
    this.depth -= 1;
  }

  /** Looks through a value of which nothing is said, for depth and for names that reach a prototype. */
  free(pointer: string, value: unknown): void {
    const before = this.kept;
    if (typeof value !== "object" || value === null || !this.enter(pointer, value)) return;
    for (const key in value) this.further(key, value);
    this.depth -= 1;
    if (this.kept !== before) this.prefix(before, pointer);
  }

  /** A property that the schema does not know and welcomes. */
  further(key: string, value: object): void {
    if (isForbidden(key)) this.unknown(key, value, []);
    else this.free("/" + segment(key), (value as Record<string, unknown>)[key]);
  }

  /** A property that the schema does not know. */
  unknown(key: string, value: object, known: Iterable<string>): void {
    if (!Object.hasOwn(value, key) || (value as Record<string, unknown>)[key] === undefined) return;
    this.add(isForbidden(key) ? "forbidden" : "unknown", "/" + segment(key), "no such property", key, known);
  }

  /** A property that the schema does not know and that is to be left out. */
  drop(key: string, value: object): void {
    if (!Object.hasOwn(value, key)) return;
    if (this.quiet > 0) {
      this.ignored += 1;
      return;
    }
    this.keep("unknown", "/" + segment(key), "no such property", key, undefined);
    (this.surplus ??= []).push(this.found![this.kept - 1]!);
  }

  /** Whether a value passes a check; reports nothing. */
  passes(check: Check, value: unknown): boolean {
    return this.distance(check, value) === 0;
  }

  /** How far a value is from passing a check: 0 when it does. */
  distance(check: Check, value: unknown): number {
    const { count, weight, start } = this;
    this.quiet += 1;
    this.weight = 0;
    this.start = count;
    check(value, this);
    const distance = this.count === count ? 0 : Math.max(this.weight, 1);
    this.quiet -= 1;
    this.count = count;
    this.weight = weight;
    this.start = start;
    return distance;
  }

  private keep(
    code: IssueCode,
    pointer: string,
    expected: string,
    value: unknown,
    near: Iterable<unknown> | undefined,
  ): void {
    const isAbsent = value === undefined && (code === "type" || code === "enum" || code === "const");
    const issue = new FoundIssue(isAbsent ? "required" : code, pointer, expected, value, near);
    if (this.found === undefined) this.found = [issue];
    else this.found.push(issue);
    this.kept += 1;
  }

  /** A branch that failed already is not followed further: nested unions would take exponential time. */
  private enter(pointer: string, value: unknown): boolean {
    if (this.quiet > 0) {
      if (this.count !== this.start) return false;
      this.steps += 1;
    }
    if (this.depth < maxDepth && this.steps < maxSteps) {
      this.depth += 1;
      return true;
    }
    const expected = this.depth < maxDepth ? "a simpler value" : "at most " + maxDepth + " levels of nesting";
    this.add("depth", pointer, expected, value);
    if (this.quiet > 0) this.overflow ??= new FoundIssue("depth", "", expected, value);
    return false;
  }

  private prefix(from: number, pointer: string): void {
    for (let index = from; index < this.kept; index += 1) {
      const issue = this.found![index]!;
      issue.pointer = pointer + issue.pointer;
    }
  }
}

/** Names that reach an object's prototype when they are copied carelessly. */
export function isForbidden(key: string): boolean {
  return key === "__proto__" || key === "constructor" || key === "prototype";
}

/**
 * A wrong kind of value says most against a branch, then a constant that marks another branch, then an absent property;
 * a property that is there and wrong says least.
 */
function weightOf(code: IssueCode, pointer: string, value: unknown): number {
  if (pointer === "" && (code === "type" || code === "never")) return 1_000;
  if (value === undefined) return 20;
  if (code === "const" || code === "enum") return 40;
  return code === "unknown" ? 15 : code === "type" ? 8 : 3;
}
