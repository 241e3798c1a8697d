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
 * Finds the tool sets in the output folder that no spec generates any more. Either the spec was deleted, or it is now
 * compiled into other sets. The sets of a spec are kept if the spec has an error or was not compiled in this run.
 */
export function findOrphans(
  out: string,
  project: string,
  made: { readonly sets: ReadonlySet<string>; readonly sources: ReadonlySet<string> },
): readonly Orphan[] {
  // If the output folder is not a folder, `write` reports this problem.
  if (lstatSync(out, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(out, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory() || made.sets.has(entry.name)) return [];
    const lock = readLock(openFolder(out, entry.name).read(lockFile));
    if (lock === undefined) return [];
    const removed = !existsAsSpelled(project, join(project, lock.source));
    return removed || made.sources.has(lock.source) ? [{ set: entry.name, lock }] : [];
  });
}
