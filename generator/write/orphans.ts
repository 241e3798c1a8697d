import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { existsAsSpelled } from "../base/paths.js";
import { type Lock, lockFile, readLock } from "../pipeline/lock.js";
import { openFolder } from "./folder.js";

export interface Orphan {
  readonly set: string;
  readonly lock: Lock;
}

/**
 * Finds sets in the output folder that no spec generates any more: their spec was deleted, or it was compiled into
 * other sets. A spec with an error, or one that this run did not compile, keeps its sets.
 */
export function findOrphans(
  out: string,
  project: string,
  made: { readonly sets: ReadonlySet<string>; readonly sources: ReadonlySet<string> },
): readonly Orphan[] {
  // `write` reports an obstacle at the output folder.
  if (lstatSync(out, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(out, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory() || made.sets.has(entry.name)) return [];
    const lock = readLock(openFolder(out, entry.name).read(lockFile));
    if (lock === undefined) return [];
    const gone = !existsAsSpelled(project, join(project, lock.source));
    return gone || made.sources.has(lock.source) ? [{ set: entry.name, lock }] : [];
  });
}
