import { gainsOf, type SearchIndex } from "./rank.js";
export const T = { need: Number(process.env.NEED ?? 0.9), own: Number(process.env.OWN ?? 0.2), decay: Number(process.env.DECAY ?? 0.92), pool: 60 };
const sum = (row: Float64Array, left?: Float64Array): number => { let s = 0; for (let i = 0; i < row.length; i++) s += row[i]! * (left ? left[i]! : 1); return s; };
export function rankTools(index: SearchIndex, query: string, most: number): string[] {
  const gains = gainsOf(index, query);
  const pool = [...gains].map(([at, row]) => ({ at, row, total: sum(row) })).sort((a, b) => b.total - a.total || a.at - b.at).slice(0, T.pool);
  const base = new Map(pool.map((p) => [p.at, p.total]));
  const left = new Float64Array(pool[0]?.row.length ?? 0).fill(1);
  const chosen: [number, number][] = [];
  while (chosen.length < most && pool.length > 0) {
    let best = 0, bestScore = -1;
    pool.forEach((p, i) => { const s = sum(p.row, left); if (s > bestScore) { best = i; bestScore = s; } });
    const [p] = pool.splice(best, 1);
    chosen.push([p!.at, bestScore]);
    const max = Math.max(...p!.row);
    p!.row.forEach((g, i) => { if (g > 0) left[i]! *= 1 - (1 - T.decay) * Math.min(1, g / max); });
  }
  const total = new Map(chosen);
  for (const [at, s] of chosen)
    for (const [i, need] of index.tools[at]!.needs.entries()) {
      const to = index.byName.get(need); if (to === undefined) continue;
      const gained = s * T.need * (i === 0 ? 1 : 0.8) + T.own * (base.get(to) ?? 0);
      total.set(to, Math.max(total.get(to) ?? 0, gained));
    }
  return [...total].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, most).map(([at]) => index.tools[at]!.name);
}
