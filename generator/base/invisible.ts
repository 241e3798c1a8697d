// Finds and escapes invisible characters. Text of a document reaches terminals, generated code, JSON and YAML.
// Invisible characters in this text could move the cursor, reverse the direction of other text, or hide words from a
// reviewer.

/**
 * The content of a character class that matches invisible characters: control characters, direction marks, zero-width
 * and tag characters, variation selectors and blank letters.
 */
export const invisibleClass =
  "\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202f" +
  "\\u205f-\\u206f\\u3164\\ud800-\\udfff\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\uffff\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";

const invisible = new RegExp(`[${invisibleClass}]`, "gu");

/** Replaces each invisible character by the result of `by`. */
export function replaceInvisible(text: string, by: (character: string) => string): string {
  return text.replace(invisible, by);
}

/**
 * Escapes a character as `\u202e`. A character outside of the basic plane becomes two escapes. JSON and TypeScript read
 * these escapes in the same way.
 */
export function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }).join("");
}

/** Escapes the invisible characters of JSON text. Line breaks between values stay. */
export function visibleJson(json: string): string {
  return replaceInvisible(json, (character) => (character === "\n" ? character : escapeUnits(character)));
}
