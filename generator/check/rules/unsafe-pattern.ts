import type { SchemaObject } from "../../ir.js";
import { within, type Origin } from "../../base/origin.js";
import { longestLinear, longestMatched } from "../patterns/longest-text.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP407 = defineProblem<{ pattern: string; longest: number }>("TP407", {
  title: "unsafe pattern",
  severity: "error",
  message: (p) =>
    `pattern ${JSON.stringify(p.pattern)} can take too long for texts of more than ${p.longest} characters`,
  cause:
    "The pattern can match some texts in very many ways. If such a text fails at its end, all ways are tried, which takes from a second to forever and blocks the program. An argument could stop the program in this way. If no length is safe, the pattern may be too large to analyse. Or it may take too long to compile, such as eight times `\\p{L}` in a row without ^ before it.",
  fix: "Rewrite it so that no text matches repeated parts in several ways, or set maxLength to a length that is safe, or set allowUnsafePatterns.",
  foreign: "The pattern is not checked here. The service checks it.",
});

const TP436 = defineProblem<{ pattern: string; longest: number }>("TP436", {
  title: "pattern for short texts only",
  severity: "note",
  message: (p) =>
    `texts of more than ${p.longest} characters are refused: pattern ${JSON.stringify(p.pattern)} would take too long`,
  cause:
    "The pattern can match some texts in many ways, and the time grows with a power of their length. Up to this length it stays below about 50 ms.",
  fix: "Set maxLength to at most this length, or rewrite the pattern so that no text matches repeated parts in several ways.",
});

const TP438 = defineProblem<{ pattern: string }>("TP438", {
  title: "pattern that was not analysed",
  severity: "error",
  message: (p) =>
    `pattern ${JSON.stringify(p.pattern)} was not analysed: the patterns before it have used up the time for the document`,
  cause:
    "An analysis finds out whether a text can make a pattern slow. It takes long for slow patterns, and all patterns of a document share a few seconds. Simple patterns are accepted even after that.",
  fix: "Simplify the slow patterns of the document, split it, or set allowUnsafePatterns.",
  foreign: "The pattern is not checked here. The service checks it.",
});

const TP439 = defineProblem<{ pattern: string; longest: number }>("TP439", {
  title: "pattern not checked in long texts",
  severity: "note",
  message: (p) =>
    `texts of more than ${p.longest} characters are not matched against pattern ${JSON.stringify(p.pattern)}, which would take too long`,
  cause:
    "The pattern can match some texts in many ways, and the time grows with a power of their length. In a foreign document a longer text may still be valid, so the service checks it.",
  fix: "Nothing has to be done. To check longer texts too, set maxLength or rewrite the pattern in an overlay.",
});
import type { Checking, SchemaRule } from "../rule.js";

/** A pattern is of little use if it is safe only for texts below this length. */
const leastText = 64;

const longestExcerpt = 200;

/**
 * Reports patterns that take too long for some texts. An unsafe pattern is refused or ignored, or matched
 * against short texts only.
 */
export const unsafePattern: SchemaRule = {
  reports: [TP407, TP436, TP438, TP439],
  check: ({ schema, at }, checking) => {
    const { pattern, maxLength = Infinity } = schema;
    if (pattern !== undefined) checkPattern(pattern, maxLength, within(at, "pattern"), checking);
    for (const names of Object.keys(schema.patternProperties ?? {}))
      checkPattern(names, Infinity, within(at, "patternProperties", names), checking);
  },
};

function checkPattern(pattern: string, maxLength: number, at: Origin, checking: Checking): void {
  const { report, patterns, set } = checking;
  const longest = longestSafe(pattern, checking);
  if (longest >= Math.min(maxLength, longestMatched)) return;
  const parameters = { pattern: excerpt(pattern), longest };
  if (patterns.isUnjudged(pattern)) report.add(TP438, at, parameters);
  else if (longest < leastText) report.add(TP407, at, parameters);
  else if (set.foreign === true) report.add(TP439, at, parameters);
  else report.add(TP436, at, parameters);
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
 * short texts, and undefined if the pattern is safe for all texts that the schema permits.
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
 * Whether a pattern of `patternProperties` in a foreign document is removed, because it is unsafe for long
 * property names.
 */
export function isUnsafeForNames(pattern: string, checking: Checking): boolean {
  return longestSafe(pattern, checking) < longestMatched;
}
