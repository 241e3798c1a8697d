/** Up to three of many candidates, or the one that is near, quoted; nothing when none is near. */
export function nearest(value: unknown, candidates: Iterable<unknown>): string | undefined {
  if (typeof value !== "string" || value.length > 64) return undefined;
  const wanted = plain(value);
  const near: { text: string; distance: number }[] = [];
  for (const candidate of candidates) {
    if (typeof candidate !== "string") continue;
    const other = plain(candidate);
    const within = other.includes(wanted) || wanted.includes(other) ? 1 : Infinity;
    const limit = Math.max(2, Math.floor(Math.max(wanted.length, other.length) / 3));
    const distance = Math.min(
      edits(wanted, other, limit),
      wanted.length > 2 && other.length > 2 ? within : Infinity,
    );
    if (distance <= limit) near.push({ text: candidate, distance });
  }
  near.sort((a, b) => a.distance - b.distance);
  const best = near[0]?.distance;
  const chosen = near.filter(({ distance }) => distance === best).slice(0, 3);
  return chosen.length === 0 ? undefined : chosen.map(({ text }) => JSON.stringify(text)).join(" or ");
}

/** Case and word separators are what models get wrong most. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_.-]/g, "");
}

/** Insertions, deletions, substitutions and swaps of neighbours; more than `limit` is Infinity. */
function edits(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Infinity;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length]! <= limit ? last[b.length]! : Infinity;
}
