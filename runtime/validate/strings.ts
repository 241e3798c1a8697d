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
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    if (isLow(text.charCodeAt(index)) && isHigh(text.charCodeAt(index - 1))) count -= 1;
  }
  return count;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
