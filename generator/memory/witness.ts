import { lstatSync, type Stats } from "node:fs";

/** A file or folder as it was, without its content: whoever writes to it or in it changes one of these; null where nothing was. */
export type Witness = readonly [
  path: string,
  seen: readonly [inode: number, size: number, modified: number, changed: number] | null,
];

/** Undefined where the next look could not tell a change: a link, or something touched too short before `start`. */
export function testify(path: string, start: number): Witness | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [path, null];
  if (stats.isSymbolicLink()) return undefined;
  // Some file systems count in whole seconds, two at a time.
  const grain = stats.mtimeMs % 1_000 === 0 ? 2_000 : 50;
  if (Math.max(stats.mtimeMs, stats.ctimeMs) > start - grain) return undefined;
  return [path, seen(stats)];
}

export function isStillTrue([path, before]: Witness): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || before === null) return stats === undefined && before === null;
  return seen(stats).every((fact, index) => fact === before[index]);
}

function seen({ ino, size, mtimeMs, ctimeMs }: Stats): [number, number, number, number] {
  return [ino, size, mtimeMs, ctimeMs];
}
