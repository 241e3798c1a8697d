/** A function whose run time is measured. */
export interface Contestant {
  readonly name: string;
  readonly run: () => unknown;
}

export interface Timing {
  readonly name: string;
  /** The median of the nanoseconds for one run. */
  readonly median: number;
  /** The distance between the first and the third quartile, divided by the median. */
  readonly spread: number;
}

const warmRounds = 1_000;
const rounds = 401;
// Rounds are short, so that a busy machine interrupts only few of them.
const roundNs = 3e5;

/**
 * Measures functions in rounds. In each round, every function runs, so that a slow moment of the machine affects all
 * functions.
 */
export function measure(contestants: readonly Contestant[]): Timing[] {
  const counted = contestants.map((contestant) => ({
    ...contestant,
    count: calibrate(contestant.run),
    times: [] as number[],
  }));
  // The functions first run many times, until the engine has optimised them. The large functions of some peers are
  // optimised late.
  for (const { run, count } of counted) for (let round = 0; round < warmRounds; round += 1) time(run, count);
  for (let round = 0; round < rounds; round += 1) {
    for (const { run, count, times } of counted) {
      // Each function first runs without being counted, because the function before may have filled the caches of the
      // processor.
      time(run, Math.ceil(count / 2));
      times.push(time(run, count));
    }
  }
  return counted.map(({ name, times }) => {
    const sorted = times.sort((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))]!;
    return { name, median: at(0.5), spread: (at(0.75) - at(0.25)) / at(0.5) };
  });
}

function calibrate(run: () => unknown): number {
  let count = 16;
  for (;;) {
    const total = time(run, count) * count;
    if (total >= roundNs) return count;
    count = Math.ceil(count * Math.min(8, Math.max(1.5, roundNs / total)));
  }
}

let sink: unknown;

function time(run: () => unknown, count: number): number {
  const start = process.hrtime.bigint();
  for (let index = 0; index < count; index += 1) sink = run();
  const elapsed = Number(process.hrtime.bigint() - start);
  if (sink === measure) throw new Error("unreachable; keeps the result alive");
  return elapsed / count;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return Number.isInteger(middle) ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[Math.floor(middle)]!;
}

/** Aligns columns: the first to the left, all others to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join("  "),
    )
    .join("\n");
}
