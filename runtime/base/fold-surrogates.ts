// Google refuses a request if any of its texts contains a lone surrogate (half of a UTF-16 pair).

/** Replaces each lone surrogate by U+FFFD. */
export function foldSurrogates(text: string): string {
  return text.replace(/[\uD800-\uDFFF]/gu, "\uFFFD");
}

/**
 * Replaces each lone surrogate in JSON text by U+FFFD. `JSON.stringify` writes lone surrogates as `\ud…`
 * escapes, and never escapes a complete pair.
 */
export function foldEscapedSurrogates(json: string): string {
  if (!json.includes("\\ud")) return json;
  return json.replace(/\\(ud...|.)/g, (escape) => (escape.length > 2 ? "\uFFFD" : escape));
}
