import { FoundIssue } from "./found-issue.js";
import { Issues, type Check } from "./issues.js";

/** Values looked at while branches are tried, in all. */
const maxSteps = 1_000_000;

/** What a check says to a value, kept apart. */
export class Trial extends Issues {
  /** A branch that failed already is not followed further: nested unions would take exponential time. */
  override enter(pointer: string, value: unknown): boolean {
    if (this.count > 0) return false;
    this.steps += 1;
    if (this.steps > maxSteps) this.add("depth", pointer, "a simpler value", value);
    else if (super.enter(pointer, value)) return true;
    this.overflow ??= new FoundIssue("depth", "", value, this.found![0]!.wanted);
    return false;
  }
}

/** Tries a check without reporting what it finds. */
export function attempt(check: Check, value: unknown, issues: Issues): Trial {
  const trial = new Trial();
  trial.depth = issues.depth;
  trial.open = issues.open;
  trial.steps = issues.steps;
  check(value, trial);
  issues.steps = trial.steps;
  issues.overflow ??= trial.overflow;
  return trial;
}

/** Whether a value passes a check; reports nothing. */
export function passes(check: Check, value: unknown, issues: Issues): boolean {
  return attempt(check, value, issues).count === 0;
}
