import type { Schema } from "../ir.js";
import type { DocumentPatterns } from "./patterns/document-patterns.js";
import { type Acceptance, matchesPattern } from "./values/accepts.js";
import { textFormats } from "./values/text-formats.js";

/** Longer texts are not matched against patterns during generation, because a document may contain thousands of them. */
const longestTried = 120;

/** The way to check defaults and examples of a spec. A hostile pattern with a matching text must not stall the generator. */
export function cautiously(
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
