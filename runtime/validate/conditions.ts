import type { Check, Issues } from "./issues.js";
import { segment } from "./pointer.js";

/**
 * Runs the check that a condition has chosen (`if` in JSON Schema). The condition depends on the properties
 * `names`. If one of these properties is missing or invalid, the issues are doubtful: with a correct value,
 * the condition might choose another check.
 */
export function underCondition(names: readonly string[], check: Check, value: unknown, issues: Issues): void {
  const { count } = issues;
  check(value, issues);
  for (const issue of issues.found?.slice(count) ?? []) {
    const { isDoubtful } = issue;
    const { length } = issue.pointer;
    issue.isDoubtful = (all) => {
      const object = issue.pointer.slice(0, issue.pointer.length - length);
      const starts = names.map((name) => object + "/" + segment(name) + "/");
      return (
        isDoubtful?.(all) === true ||
        all.some(
          (other) => !other.isDoubtful && starts.some((start) => (other.pointer + "/").startsWith(start)),
        )
      );
    };
  }
}
