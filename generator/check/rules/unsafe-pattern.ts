import type { SchemaObject } from "../../ir.js";
import { within, type Origin } from "../../base/origin.js";
import { longestLinear, longestMatched } from "../patterns/longest-text.js";
import type { Checking, SchemaRule } from "../rule.js";

/** A pattern that is safe only for shorter texts than this has little use. */
const leastText = 64;

const longestExcerpt = 200;

/**
 * Reports patterns that take too long for some texts. Depending on the spec, such a pattern is refused or
 * matched against short texts only.
 */
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
  return pattern.length > longestExcerpt ? `${pattern.slice(0, longestExcerpt)}…` : pattern;
}

function longestSafe(pattern: string, { patterns, options }: Checking): number {
  return options.allowUnsafePatterns ? longestLinear : patterns.longestText(pattern);
}

/**
 * The length up to which texts are matched against a pattern of a foreign document. Longer texts are accepted
 * without a match, so that no valid text is refused. The result is 0 if the pattern is safe only for very
 * short texts, and undefined if it is safe for all texts that the schema permits.
 */
export function matchedUpTo(
  { pattern, maxLength = Infinity }: SchemaObject,
  checking: Checking,
): number | undefined {
  if (pattern === undefined) return undefined;
  const longest = longestSafe(pattern, checking);
  if (longest >= maxLength) return undefined;
  return longest < leastText ? 0 : longest;
}

/**
 * Whether a pattern of `patternProperties` in a foreign document is removed, because it is not safe for all
 * property names.
 */
export function isUnsafeForNames(pattern: string, checking: Checking): boolean {
  return longestSafe(pattern, checking) < longestMatched;
}
