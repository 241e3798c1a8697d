/** The length of the longest string that is matched against a pattern. */
const maxMatched = 4_096;

/** Whether a text has fewer code points than `length`. */
export function isShorter(text: string, length: number): boolean {
  return text.length < length || (text.length < 2 * length && codePoints(text) < length);
}

/** Whether a text has more code points than `length`. */
export function isLonger(text: string, length: number): boolean {
  return text.length > length && codePoints(text) > length;
}

/** Whether a text matches a pattern. A text that is too long never matches. */
export function matches(text: string, pattern: RegExp): boolean {
  return text.length <= maxMatched && pattern.test(text);
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
