import type { SchemaObject } from "../ir.js";
import { within, type Origin } from "../origin.js";
import type { Options } from "../options.js";
import { longestMatched, longestText } from "../patterns/longest-text.js";
import type { Checking, SchemaRule } from "./rule.js";

/** A pattern that is safe only for shorter texts than this is of little use. */
const leastText = 64;

const longestShown = 200;

/** Patterns that a hostile text can keep busy: refused, or tried on short texts only. */
export const unsafePattern: SchemaRule = ({ schema, at }, checking) => {
  const { pattern, maxLength = Infinity } = schema;
  if (pattern !== undefined) checkPattern(pattern, maxLength, within(at, "pattern"), checking);
  for (const names of Object.keys(schema.patternProperties ?? {}))
    checkPattern(names, Infinity, within(at, "patternProperties", names), checking);
};

function checkPattern(
  pattern: string,
  maxLength: number,
  at: Origin,
  { report, options: { allowUnsafePatterns } }: Checking,
): void {
  const longest = allowUnsafePatterns ? longestMatched : longestText(pattern);
  if (longest >= Math.min(maxLength, longestMatched)) return;
  report.add(longest < leastText ? "TP407" : "TP436", at, { pattern: excerpt(pattern), longest });
}

function excerpt(pattern: string): string {
  return pattern.length > longestShown ? `${pattern.slice(0, longestShown)}…` : pattern;
}

export function isRefusedPattern(
  pattern: string,
  { maxLength = Infinity }: Pick<SchemaObject, "maxLength">,
  { allowUnsafePatterns }: Pick<Options, "allowUnsafePatterns">,
): boolean {
  return !allowUnsafePatterns && longestText(pattern) < Math.min(maxLength, leastText);
}
