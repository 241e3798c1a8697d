import type { Schema } from "../ir.js";
import { type Acceptance, matchesPattern } from "./accepts.js";
import { isUnsafePattern } from "./is-unsafe-pattern.js";
import { textFormats } from "./text-formats.js";

/** Longer texts are not tried against patterns while generating. */
const longestText = 500;

/** How defaults and examples of a spec are judged: a hostile pattern with a fitting text must not stop the generator. */
export function cautiously(resolve: (name: string) => Schema | undefined): Acceptance {
  return {
    resolve,
    formats: textFormats,
    matches: (pattern, text) =>
      text.length > longestText || isUnsafePattern(pattern) || matchesPattern(pattern, text),
  };
}
