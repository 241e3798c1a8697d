import type { Schema } from "../ir.js";
import type { DocumentPatterns } from "./patterns/document-patterns.js";
import { type Acceptance, matchesPattern } from "./values/accepts.js";
import { textFormats } from "./values/text-formats.js";

/** Longer texts are not tried against patterns while generating: a document may hold thousands of them. */
const longestTried = 120;

/** How defaults and examples of a spec are judged: a hostile pattern with a fitting text must not stop the generator. */
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
