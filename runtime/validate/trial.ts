import { FoundIssue } from "./found-issue.js";
import { Issues, type Check } from "./issues.js";

/** The largest number of values that are checked while branches are tried. */
const maxSteps = 1_000_000;

/** Collects the issues of a check that is only tried. These issues are not reported. */
export class Trial extends Issues {
  /**
   * Enters no more values after the first issue of a branch. Checking everything would take exponential time
   * for nested unions.
   */
  override enter(pointer: string, value: unknown): boolean {
    if (this.count > 0) return false;
    this.checkedValues += 1;
    if (this.checkedValues > maxSteps) this.add("depth", pointer, "a simpler value", value);
    else if (super.enter(pointer, value)) return true;
    this.overflow ??= new FoundIssue("depth", "", value, this.found![0]!.expectation);
    return false;
  }
}

/** Runs a check without reporting its issues. */
export function attempt(check: Check, value: unknown, issues: Issues): Trial {
  const trial = new Trial();
  trial.depth = issues.depth;
  trial.ignoresNames = issues.ignoresNames;
  trial.checkedValues = issues.checkedValues;
  check(value, trial);
  issues.checkedValues = trial.checkedValues;
  issues.overflow ??= trial.overflow;
  return trial;
}

/** Whether a value passes a check. No issue is reported. */
export function passes(check: Check, value: unknown, issues: Issues): boolean {
  return attempt(check, value, issues).count === 0;
}
