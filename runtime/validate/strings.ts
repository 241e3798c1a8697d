/** Strings longer than this never meet a pattern. */
const maxMatched = 4_096;

/** Fewer code points than `length`. */
export function isShorter(text: string, length: number): boolean {
  return text.length < length || (text.length < 2 * length && codePoints(text) < length);
}

/** More code points than `length`. */
export function isLonger(text: string, length: number): boolean {
  return text.length > length && codePoints(text) > length;
}

/** Whether a pattern is met by a text short enough to be tried. */
export function matches(text: string, pattern: RegExp): boolean {
  return text.length <= maxMatched && pattern.test(text);
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
