const maxLength = 64;

/**
 * Returns at most three candidates that a misspelt word probably means, in quotes. Returns undefined if no
 * candidate is similar.
 */
export function nearest(word: unknown, candidates: Iterable<unknown>): string | undefined {
  if (typeof word !== "string") return undefined;
  const foldedWord = folded(word);
  // Two words are similar if their distance is at most a third of the letters. For a word of one or two
  // letters the limit is therefore 0.
  let limit = Math.floor(foldedWord.length / 3);
  let found: string[] = [];
  for (const candidate of candidates) {
    if (typeof candidate !== "string") continue;
    const distance = distanceOf(foldedWord, folded(candidate));
    if (distance > limit) continue;
    if (distance < limit) found = [];
    found.push(JSON.stringify(candidate));
    limit = distance;
  }
  return found.slice(0, 3).join(" or ") || undefined;
}

/** Removes the differences that occur most often in names written by models: case and separators. */
function folded(word: string): string {
  return word
    .slice(0, maxLength)
    .toLowerCase()
    .replace(/[ ._-]/g, "");
}

/**
 * Counts the insertions, deletions, substitutions and swaps of neighbouring letters between two words. The
 * distance is 1 if one word is the beginning of the other.
 */
function distanceOf(a: string, b: string): number {
  if (a === b) return 0;
  if (Math.min(a.length, b.length) > 2 && (a.startsWith(b) || b.startsWith(a))) return 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        last[j]! + 1,
        row[j - 1]! + 1,
        last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwap ? before[j - 2]! + 1 : Infinity,
      );
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}
