import type { IssueCode } from "../issue.js";
import { FoundIssue } from "./found-issue.js";
import { segment } from "./pointer.js";

/** A generated function that looks at one value and reports what is wrong with it. */
export type Check = (value: unknown, issues: Issues) => void;

/** Levels of nesting that a recursive schema may take. */
const maxDepth = 64;
/** Values looked at while branches of unions are tried, in all. */
const maxSteps = 1_000_000;
/** Issues kept; a reader has enough by then. */
const maxKept = 64;

/**
 * Collects what a check finds. Nothing is allocated until something is wrong: checks report pointers
 * relative to their own value, and `within` puts the way there in front only when there is an issue.
 */
export class Issues {
  readonly isTrial: boolean;
  count = 0;
  found: FoundIssue[] | undefined = undefined;
  /** Unknown properties that are to be left out instead of refused, each with the object that has it. */
  surplus: (readonly [object, string])[] | undefined = undefined;
  /** A limit was reached while a branch was tried: whatever the branch says, the value was not looked at in full. */
  overflow: FoundIssue | undefined = undefined;
  private depth = 0;
  private steps = 0;

  constructor(isTrial: boolean) {
    this.isTrial = isTrial;
  }

  /** `undefined` stands for an absent property, so that one line covers both `type` and `required`. */
  add(code: IssueCode, pointer: string, expected: string, value: unknown, near?: Iterable<unknown>): void {
    if (this.count === maxKept) return;
    const isAbsent = value === undefined && code !== "dependency";
    const issue = new FoundIssue(isAbsent ? "required" : code, pointer, expected, value, near);
    if (this.found === undefined) this.found = [issue];
    else this.found.push(issue);
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
      if (this.count !== count) this.prefix(count, pointer + "/" + index);
    }
    this.depth -= 1;
  }

  /** Looks through a value of which nothing is said, for depth and for names that reach a prototype. */
  free(pointer: string, value: unknown): void {
    if (typeof value === "object" && value !== null) this.within(pointer, value, checkFreely);
  }

  /** A property that the schema does not know and welcomes. */
  further(key: string, value: object): void {
    if (isForbidden(key)) this.unknown(key, value, []);
    else this.free("/" + segment(key), (value as Record<string, unknown>)[key]);
  }

  /** A property that the schema does not know. */
  unknown(key: string, value: object, known: Iterable<string>): void {
    if (Object.hasOwn(value, key) && (value as Record<string, unknown>)[key] !== undefined)
      this.add(isForbidden(key) ? "forbidden" : "unknown", "", "no such property", key, known);
  }

  /** A property that the schema does not know and that is to be left out. */
  drop(key: string, value: object): void {
    (this.surplus ??= []).push([value, key]);
  }

  /** Whether a value passes a check; reports nothing. */
  passes(check: Check, value: unknown): boolean {
    return this.attempt(check, value).count === 0;
  }

  /** What a check says to a value, kept apart. */
  attempt(check: Check, value: unknown): Issues {
    const trial = new Issues(true);
    trial.depth = this.depth;
    trial.steps = this.steps;
    check(value, trial);
    this.steps = trial.steps;
    this.overflow ??= trial.overflow;
    return trial;
  }

  /** A branch that failed already is not followed further: nested unions would take exponential time. */
  private enter(pointer: string, value: unknown): boolean {
    if (this.isTrial) {
      if (this.count > 0) return false;
      this.steps += 1;
    }
    if (this.depth < maxDepth && this.steps < maxSteps) {
      this.depth += 1;
      return true;
    }
    const expected = this.depth < maxDepth ? "a simpler value" : "at most " + maxDepth + " levels of nesting";
    this.add("depth", pointer, expected, value);
    if (this.isTrial) this.overflow ??= new FoundIssue("depth", "", expected, value);
    return false;
  }

  private prefix(from: number, pointer: string): void {
    for (let index = from; index < this.count; index += 1) this.found![index]!.below(pointer);
  }
}

const checkFreely: Check = (value, issues) => {
  for (const key in value as object) issues.further(key, value as object);
};

/** Names that reach an object's prototype when they are copied carelessly. */
export function isForbidden(key: string): boolean {
  return key === "__proto__" || key === "constructor" || key === "prototype";
}
