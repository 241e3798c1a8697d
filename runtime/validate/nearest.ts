const maxLength = 48;

/** A word without what models get wrong most and what counts for nothing: case and separators. */
class Folded {
  readonly units = new Uint16Array(maxLength);
  length = 0;
  /** The letters it has, one bit each. */
  letters = 0;

  set(text: string): void {
    this.length = 0;
    this.letters = 0;
    for (let index = 0; index < text.length && this.length < maxLength; index += 1) {
      let unit = text.charCodeAt(index);
      if (unit === 32 || unit === 45 || unit === 46 || unit === 95) continue;
      if (unit >= 65 && unit <= 90) unit += 32;
      this.units[this.length] = unit;
      this.letters |= 1 << (unit & 31);
      this.length += 1;
    }
  }
}

const wanted = new Folded();
const other = new Folded();
const rows = [
  new Uint8Array(maxLength + 1),
  new Uint8Array(maxLength + 1),
  new Uint8Array(maxLength + 1),
] as const;

/** The candidates a misspelt word most likely means, at most three, quoted; nothing when none is near. */
export function nearest(word: unknown, candidates: Iterable<unknown>): string | undefined {
  if (typeof word !== "string") return undefined;
  wanted.set(word);
  let least = Math.max(1, Math.floor(wanted.length / 3));
  let found: string | undefined;
  let count = 0;
  for (const candidate of candidates) {
    if (typeof candidate !== "string") continue;
    other.set(candidate);
    const distance = distanceWithin(least);
    if (distance > least) continue;
    count = found === undefined || distance < least ? 1 : count + 1;
    if (count <= 3) found = (count === 1 ? "" : found + " or ") + JSON.stringify(candidate);
    least = distance;
  }
  return found;
}

/** Insertions, deletions, substitutions and swaps of neighbours; a word that begins the other one is one edit away. */
function distanceWithin(limit: number): number {
  const a = wanted.length;
  const b = other.length;
  const shorter = Math.min(a, b);
  let same = 0;
  while (same < shorter && wanted.units[same] === other.units[same]) same += 1;
  if (same === shorter && (a === b || shorter > 2)) return a === b ? 0 : 1;
  if (
    Math.abs(a - b) > limit ||
    bits(wanted.letters & ~other.letters) > limit ||
    bits(other.letters & ~wanted.letters) > limit
  ) {
    return Infinity;
  }
  return edits(a, b);
}

function edits(a: number, b: number): number {
  let before: Uint8Array = rows[0];
  let last: Uint8Array = rows[1];
  let row: Uint8Array = rows[2];
  for (let j = 0; j <= b; j += 1) last[j] = j;
  for (let i = 1; i <= a; i += 1) {
    row[0] = i;
    for (let j = 1; j <= b; j += 1) {
      const isSame = wanted.units[i - 1] === other.units[j - 1];
      let cell = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (
        i > 1 &&
        j > 1 &&
        wanted.units[i - 1] === other.units[j - 2] &&
        wanted.units[i - 2] === other.units[j - 1]
      ) {
        cell = Math.min(cell, before[j - 2]! + 1);
      }
      row[j] = cell;
    }
    const free = before;
    before = last;
    last = row;
    row = free;
  }
  return last[b]!;
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
