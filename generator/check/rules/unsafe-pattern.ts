import type { SchemaObject } from "../../ir.js";
import { within, type Origin } from "../../base/origin.js";
import { longestLinear, longestMatched } from "../patterns/longest-text.js";
import type { Checking, SchemaRule } from "../rule.js";

/** A pattern that is safe only for shorter texts than this has little use. */
const leastText = 64;

const longestShown = 200;

/** Patterns that take too long on a hostile text. They are refused, or only matched against short texts. */
export const unsafePattern: SchemaRule = ({ schema, at }, checking) => {
  const { pattern, maxLength = Infinity } = schema;
  if (pattern !== undefined) checkPattern(pattern, maxLength, within(at, "pattern"), checking);
  for (const names of Object.keys(schema.patternProperties ?? {}))
    checkPattern(names, Infinity, within(at, "patternProperties", names), checking);
};

function checkPattern(pattern: string, maxLength: number, at: Origin, checking: Checking): void {
  const { report, patterns, set } = checking;
  const longest = longestSafe(pattern, checking);
  if (longest >= Math.min(maxLength, longestMatched)) return;
  const parameters = { pattern: excerpt(pattern), longest };
  if (patterns.isUnjudged(pattern)) report.add("TP438", at, parameters);
  else if (longest < leastText) report.add("TP407", at, parameters);
  else if (set.foreign === true) report.add("TP439", at, parameters);
  else report.add("TP436", at, parameters);
}

function excerpt(pattern: string): string {
  return pattern.length > longestShown ? `${pattern.slice(0, longestShown)}…` : pattern;
}

function longestSafe(pattern: string, { patterns, options }: Checking): number {
  return options.allowUnsafePatterns ? longestLinear : patterns.longestText(pattern);
}

/**
 * The longest text that is matched against a pattern of a foreign document, if the schema permits longer texts.
 * Longer texts are valid without a match, so no valid text is refused. A pattern that is safe only for a few
 * characters is not matched at all.
 */
export function triedUpTo(
  { pattern, maxLength = Infinity }: SchemaObject,
  checking: Checking,
): number | undefined {
  if (pattern === undefined) return undefined;
  const longest = longestSafe(pattern, checking);
  if (longest >= maxLength) return undefined;
  return longest < leastText ? 0 : longest;
}

/** Whether names of properties are not matched against a pattern of a foreign document. */
export function areLeftOut(pattern: string, checking: Checking): boolean {
  return longestSafe(pattern, checking) < longestMatched;
}
