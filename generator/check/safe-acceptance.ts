import type { Schema } from "../ir.js";
import type { DocumentPatterns } from "./patterns/document-patterns.js";
import { type Acceptance, matchesPattern } from "./values/accepts.js";
import { textFormats } from "./values/text-formats.js";

/**
 * The length up to which texts are matched against patterns during generation. Longer texts are not matched,
 * because a document may contain thousands of texts.
 */
const longestTried = 120;

/**
 * Returns settings for checking the defaults and examples of a spec. A long text counts as a
 * match, because a hostile pattern could stall the generator.
 */
export function safeAcceptance(
  resolve: (name: string) => Schema | undefined,
  patterns: DocumentPatterns,
): Acceptance {
  return {
    resolve,
    formats: textFormats,
    matches: (pattern, text) =>
      text.length > Math.min(longestTried, patterns.longestText(pattern)) || matchesPattern(pattern, text),
  };
}
