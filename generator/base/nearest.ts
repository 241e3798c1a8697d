/** Returns the candidate that is most similar to a misspelt word. Returns undefined if no candidate is similar enough. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = fold(word);
  let best: string | undefined;
  let least = Math.max(1, Math.floor(wanted.length / 4)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, fold(candidate), least);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/**
 * Returns a word in lower case, without dashes, underscores and spaces. The comparison ignores these differences,
 * because they are the most common mistakes.
 */
function fold(word: string): string {
  return word
    .slice(0, 64)
    .toLowerCase()
    .replace(/[-_\s]/g, "");
}

/**
 * Returns the number of insertions, deletions, substitutions and swaps of neighbours between two words. A result of at
 * least `limit` is not exact.
 */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let [beforeLast, last]: [number[], number[]] = [
    [],
    Array.from({ length: b.length + 1 }, (_, index) => index),
  ];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let distance = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, beforeLast[j - 2]! + 1);
      }
      row.push(distance);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
