import { rmdirSync, unlinkSync } from "node:fs";
import { dirname, posix } from "node:path";
import type { Report } from "../diagnostics/report.js";
import { lockFile } from "../pipeline/lock.js";
import { compare, type Compared, type PlannedFolder } from "./compare.js";
import type { Obstacle } from "./folder.js";
import { reasonOf } from "./refusals.js";
import { removeAbandoned, replaceFile } from "./replace-file.js";

export { openFolder } from "./folder.js";
export type { PlannedFolder } from "./compare.js";

/** The files that a run wrote and removed, as paths relative to the folder of the set. */
export interface Written {
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Writes the planned files that differ, and removes generated files that are not planned any more. If one path is
 * refused, no file is changed.
 */
export function write(target: PlannedFolder, report: Report): Written {
  const nothing: Written = { changed: [], removed: [] };
  if (!mayWrite(target, report)) return nothing;
  // A file that toolpress neither wrote nor plans is ignored.
  const differences = compare(target).filter(
    ({ planned, author }) => planned !== undefined || (author !== "foreign" && author !== "compiled"),
  );
  const foreign = differences.filter(({ author }) => author === "foreign");
  for (const { path } of foreign) report.add("TP904", undefined, { file: shown(target, path) });
  if (foreign.length > 0) return nothing;
  // Files are removed before other files are written. On some systems, two names that differ only in case are the same
  // file.
  const removed = differences.filter((file) => file.planned === undefined && remove(file, target, report));
  const wanted = differences.filter(({ planned }) => planned !== undefined).sort(lockLast);
  for (const folder of new Set(wanted.map(({ path }) => dirname(target.folder.at(path)))))
    removeAbandoned(folder);
  const changed = wanted.filter((file) => replace(file, target, report));
  return { changed: changed.map(({ path }) => path), removed: removed.map(({ path }) => path) };
}

/**
 * Returns whether all planned paths can be written. Paths that are links or lead out of the folder are reported. Throws
 * if two planned paths differ only in case, because this is a bug in toolpress.
 */
function mayWrite(target: PlannedFolder, report: Report): boolean {
  const errorsBefore = report.errorCount;
  const seen = new Map<string, string>();
  for (const { path } of target.planned) {
    const obstacle = target.folder.obstacle(path);
    const file = shown(target, path);
    if (obstacle?.kind === "escape") report.add("TP901", undefined, { file });
    else if (obstacle !== undefined) reportObstacle(target.shown, path, obstacle, report);
    const twin = seen.get(path.toLowerCase());
    if (twin !== undefined) throw new Error(`two planned files are one: ${twin} and ${path}`);
    seen.set(path.toLowerCase(), path);
  }
  return report.errorCount === errorsBefore;
}

/**
 * Reports an obstacle at the path of the obstacle, and not at the path of the planned file. So a file in place of the
 * output folder, which blocks many planned files, is reported as one problem.
 */
export function reportObstacle(
  folder: string,
  path: string,
  { at, found }: Extract<Obstacle, { kind: "occupied" }>,
  report: Report,
): void {
  const expected = at === path ? "a regular file" : "a folder";
  report.add("TP902", undefined, { file: posix.join(folder, at), expected, found });
}

function replace({ path, planned, author }: Compared, target: PlannedFolder, report: Report): boolean {
  const file = shown(target, path);
  const done = attempt(file, report, () => replaceFile(target.folder.at(path), planned ?? ""));
  if (done && author === "edited") report.add("TP905", undefined, { file });
  return done;
}

function remove({ path: name, author }: Compared, target: PlannedFolder, report: Report): boolean {
  const file = shown(target, name);
  if (author === "none") return false;
  if (author !== "ours") {
    report.add("TP906", undefined, { file });
    return false;
  }
  const path = target.folder.at(name);
  const done = attempt(file, report, () => unlinkSync(path));
  if (done) removeEmptyFolders(dirname(path), target.folder.path);
  return done;
}

function removeEmptyFolders(folder: string, top: string): void {
  try {
    rmdirSync(folder);
  } catch {
    return; // The folder is not empty.
  }
  if (folder !== top) removeEmptyFolders(dirname(folder), top);
}

/**
 * Calls a function and reports a failed system call as a diagnostic. Such a failure is a problem of the machine, and
 * not a bug.
 */
function attempt(file: string, report: Report, act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    report.add("TP903", undefined, { file, problem: reasonOf(code) });
    return false;
  }
}

function lockLast(a: Compared, b: Compared): number {
  return Number(a.path === lockFile) - Number(b.path === lockFile);
}

function shown(target: PlannedFolder, path: string): string {
  return `${target.shown}/${path}`;
}
