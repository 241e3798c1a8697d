const maxLength = 64;

/** The candidates a misspelt word most likely means, at most three, quoted; nothing when none is near. */
export function nearest(word: unknown, candidates: Iterable<unknown>): string | undefined {
  if (typeof word !== "string") return undefined;
  const wanted = folded(word);
  // Of one or two letters another one is another word.
  let least = Math.floor(wanted.length / 3);
  let found: string[] = [];
  for (const candidate of candidates) {
    if (typeof candidate !== "string") continue;
    const distance = distanceOf(wanted, folded(candidate));
    if (distance > least) continue;
    if (distance < least) found = [];
    found.push(JSON.stringify(candidate));
    least = distance;
  }
  return found.slice(0, 3).join(" or ") || undefined;
}

/** A word without what models get wrong most and what counts for nothing: case and separators. */
function folded(word: string): string {
  return word
    .slice(0, maxLength)
    .toLowerCase()
    .replace(/[ ._-]/g, "");
}

/** Insertions, deletions, substitutions and swaps of neighbours; a word that begins the other one is one edit away. */
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
