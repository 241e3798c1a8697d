import { within, type Origin } from "../origin.js";
import type { Options } from "../options.js";
import type { Checking, SchemaRule } from "./rule.js";
import { isUnsafePattern } from "./is-unsafe-pattern.js";

/** Patterns that a short hostile text can keep busy for ever. */
export const unsafePattern: SchemaRule = ({ schema, at }, checking) => {
  if (schema.pattern !== undefined) checkPattern(schema.pattern, within(at, "pattern"), checking);
  for (const pattern of Object.keys(schema.patternProperties ?? {}))
    checkPattern(pattern, within(at, "patternProperties", pattern), checking);
};

function checkPattern(pattern: string, at: Origin, { report, options }: Checking): void {
  if (isRefusedPattern(pattern, options)) report.add("TP407", at, { pattern });
}

export function isRefusedPattern(
  pattern: string,
  { allowUnsafePatterns }: Pick<Options, "allowUnsafePatterns">,
): boolean {
  return !allowUnsafePatterns && isUnsafePattern(pattern);
}
