import type { Checking, Measured } from "./rule.js";
import { loweredRules, mendableRules, schemaRules, setRules, toolRules } from "./rules/index.js";
import { walkSchemas } from "./walk-schemas.js";

/** Runs all rules that do not need declarations. A rule only reports and never changes the set. */
export function checkSet(checking: Checking): void {
  for (const rule of setRules) rule.check(checking);
  for (const tool of checking.set.tools) for (const rule of toolRules) rule.check(tool, checking);
  walkSchemas(checking.set, (visit) => {
    for (const rule of schemaRules) rule.check(visit, checking);
  });
}

/**
 * Runs only the rules for details that `mendSet` removes. The commands `export` and `import` mend a foreign
 * document without the other checks.
 */
export function checkMendable(checking: Checking): void {
  walkSchemas(checking.set, (visit) => {
    for (const rule of mendableRules) rule.check(visit, checking);
  });
}

/** Runs the checks that need the declarations as Gemini receives them. */
export function checkLowered(lowered: { readonly tools: readonly Measured[] }, checking: Checking): void {
  for (const rule of loweredRules) rule.check(lowered.tools, checking);
}
