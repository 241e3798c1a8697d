import { lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";

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

/** All of them, or none. */
export function testifyAll(paths: Iterable<string>, start: number): readonly Witness[] | undefined {
  const witnesses: Witness[] = [];
  for (const path of paths) {
    const witness = testify(path, start);
    if (witness === undefined) return undefined;
    witnesses.push(witness);
  }
  return witnesses;
}

/** A path and, if it is a folder, everything in it, as deep as it goes. */
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

export function isStillTrue([path, before]: Witness): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || before === null) return stats === undefined && before === null;
  return seen(stats).every((fact, index) => fact === before[index]);
}

function seen({ ino, size, mtimeMs, ctimeMs }: Stats): [number, number, number, number] {
  return [ino, size, mtimeMs, ctimeMs];
}
