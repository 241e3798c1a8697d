// Google refuses a request that contains a lone surrogate anywhere.

/** Replaces lone surrogates by U+FFFD. */
export function foldSurrogates(text: string): string {
  return text.replace(/[\uD800-\uDFFF]/gu, "\uFFFD");
}

/** The same for JSON text. `JSON.stringify` escapes lone surrogates and no others. */
export function foldEscapedSurrogates(json: string): string {
  if (!json.includes("\\ud")) return json;
  return json.replace(/\\(ud...|.)/g, (escape) => (escape.length > 2 ? "\uFFFD" : escape));
}
