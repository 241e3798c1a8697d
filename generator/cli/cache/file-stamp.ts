import { lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";

/** A file or folder without its content: a write to it or in it changes one of the facts. `null` if nothing was there. */
export type FileStamp = readonly [
  path: string,
  facts: readonly [inode: number, size: number, modified: number, changed: number] | null,
];

/** Undefined if the next look could not recognise a change: a link, or something that was written shortly before `start`. */
export function stampOf(path: string, start: number): FileStamp | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [path, null];
  if (stats.isSymbolicLink()) return undefined;
  // Some file systems count in whole seconds, two at a time.
  const grain = stats.mtimeMs % 1_000 === 0 ? 2_000 : 50;
  if (Math.max(stats.mtimeMs, stats.ctimeMs) > start - grain) return undefined;
  return [path, factsOf(stats)];
}

/** The stamps of all paths, or undefined if one has none. */
export function stampAll(paths: Iterable<string>, start: number): readonly FileStamp[] | undefined {
  const stamps: FileStamp[] = [];
  for (const path of paths) {
    const stamp = stampOf(path, start);
    if (stamp === undefined) return undefined;
    stamps.push(stamp);
  }
  return stamps;
}

/** A path and, if it is a folder, everything in it, at any depth. */
export function everythingIn(path: string): readonly string[] {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path];
  const entries = readdirSync(path, { withFileTypes: true });
  return [
    path,
    ...entries.flatMap((entry) =>
      entry.isDirectory() ? everythingIn(join(path, entry.name)) : [join(path, entry.name)],
    ),
  ];
}

export function isUnchanged([path, before]: FileStamp): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || before === null) return stats === undefined && before === null;
  return factsOf(stats).every((fact, index) => fact === before[index]);
}

function factsOf({ ino, size, mtimeMs, ctimeMs }: Stats): [number, number, number, number] {
  return [ino, size, mtimeMs, ctimeMs];
}
