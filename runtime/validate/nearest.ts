const maxLength = 48;
const wanted = new Uint16Array(maxLength);
const other = new Uint16Array(maxLength);
const rows = [
  new Uint8Array(maxLength + 1),
  new Uint8Array(maxLength + 1),
  new Uint8Array(maxLength + 1),
] as const;

/** The candidates a misspelt word most likely means, at most three, quoted; nothing when none is near. */
export function nearest(word: unknown, candidates: Iterable<unknown>): string | undefined {
  if (typeof word !== "string") return undefined;
  const length = fold(word, wanted);
  let least = Math.max(2, Math.floor(length / 3) + 1);
  let found: string[] = [];
  for (const candidate of candidates) {
    if (typeof candidate !== "string") continue;
    const distance = distanceTo(length, fold(candidate, other), least);
    if (distance > least || (distance === least && found.length === 0 && distance > 0 && distance >= length))
      continue;
    if (distance < least) found = [];
    least = distance;
    found.push(candidate);
  }
  if (found.length === 0) return undefined;
  return found
    .slice(0, 3)
    .map((text) => JSON.stringify(text))
    .join(" or ");
}

/** Case and separators of words are what models get wrong most, and count for nothing. */
function fold(text: string, into: Uint16Array): number {
  let length = 0;
  for (let index = 0; index < text.length && length < maxLength; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === 32 || unit === 45 || unit === 46 || unit === 95) continue;
    into[length] = unit >= 65 && unit <= 90 ? unit + 32 : unit;
    length += 1;
  }
  return length;
}

/** Insertions, deletions, substitutions and swaps of neighbours; a word that begins the other one is one edit away. */
function distanceTo(a: number, b: number, limit: number): number {
  const shorter = Math.min(a, b);
  let same = 0;
  while (same < shorter && wanted[same] === other[same]) same += 1;
  if (same === shorter) return a === b ? 0 : shorter > 2 ? 1 : Math.abs(a - b);
  if (Math.abs(a - b) > limit) return limit + 1;
  let [before, last, row] = rows;
  for (let j = 0; j <= b; j += 1) last[j] = j;
  for (let i = 1; i <= a; i += 1) {
    row[0] = i;
    for (let j = 1; j <= b; j += 1) {
      const cost = wanted[i - 1] === other[j - 1] ? 0 : 1;
      let cell = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      if (i > 1 && j > 1 && wanted[i - 1] === other[j - 2] && wanted[i - 2] === other[j - 1]) {
        cell = Math.min(cell, before[j - 2]! + 1);
      }
      row[j] = cell;
    }
    [before, last, row] = [last, row, before];
  }
  return last[b]!;
}
