import { lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";

/**
 * The facts by which a change to a file or folder is recognised without reading its content. `null` means that nothing
 * exists at the path.
 */
export type FileStamp = readonly [
  path: string,
  facts: readonly [inode: number, size: number, modified: number, changed: number] | null,
];

/**
 * Returns the stamp of a path. Returns undefined if a later change could not be recognised. This is the case for a
 * link, and for a file that was written shortly before `start`.
 */
export function stampOf(path: string, start: number): FileStamp | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [path, null];
  if (stats.isSymbolicLink()) return undefined;
  // Some file systems record times in steps of two seconds.
  const grain = stats.mtimeMs % 1_000 === 0 ? 2_000 : 50;
  if (Math.max(stats.mtimeMs, stats.ctimeMs) > start - grain) return undefined;
  return [path, factsOf(stats)];
}

/** Returns the stamps of all paths. Returns undefined if one of the paths has no stamp. */
export function stampAll(paths: Iterable<string>, start: number): readonly FileStamp[] | undefined {
  const stamps: FileStamp[] = [];
  for (const path of paths) {
    const stamp = stampOf(path, start);
    if (stamp === undefined) return undefined;
    stamps.push(stamp);
  }
  return stamps;
}

/** Returns a path and, if it is a folder, the paths of everything in it, at any depth. */
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
