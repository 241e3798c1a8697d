/** Code points as sorted ranges, both ends included. */
export type CharacterSet = readonly (readonly [from: number, to: number])[];

const last = 0x10ffff;

export const anyCharacter: CharacterSet = [[0, last]];

export function single(codePoint: number): CharacterSet {
  return [[codePoint, codePoint]];
}

export function union(...sets: readonly CharacterSet[]): CharacterSet {
  const sorted = sets.flat().sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [from, to] of sorted) {
    const open = merged.at(-1);
    if (open !== undefined && from <= open[1] + 1) open[1] = Math.max(open[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

export function complement(set: CharacterSet): CharacterSet {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [from, to] of union(set)) {
    if (from > next) gaps.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= last) gaps.push([next, last]);
  return gaps;
}

export function overlap(a: CharacterSet, b: CharacterSet): boolean {
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    if (a[i]![1] < b[j]![0]) i += 1;
    else if (b[j]![1] < a[i]![0]) j += 1;
    else return true;
  }
  return false;
}

/** What an escape such as `\w` or `\p{L}` stands for. Beyond ASCII it is one block: enough to see what may overlap. */
export function escapeSet(escape: string): CharacterSet {
  const test = new RegExp(`^${escape}$`, "u");
  const ranges: [number, number][] = [];
  for (let code = 0; code < 128; code += 1)
    if (test.test(String.fromCodePoint(code))) ranges.push([code, code]);
  if (escape !== "\\d" && escape !== "\\w") ranges.push([128, last]);
  return union(ranges);
}
