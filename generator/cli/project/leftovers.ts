import { lstatSync } from "node:fs";
import { posix, resolve } from "node:path";
import type { Report } from "../../diagnostics/report.js";
import { outputVersion } from "../../emit/context.js";
import type { Generation } from "../../pipeline/generation.js";
import { lockFile, readLock } from "../../pipeline/lock.js";
import { refuseNewerLock } from "../../pipeline/open-lock.js";
import { isInside } from "../../base/paths.js";
import { type PlannedFolder, write } from "../../write/write.js";
import { findOrphans } from "../../write/orphans.js";
import { findUnknownFiles } from "../../write/unknown-files.js";
import { type Drift, judge, judgeUnknownFile } from "../../write/verdicts.js";
import type { Project } from "./project.js";

export interface Leftovers {
  readonly drifts: readonly Drift[];
  /** The folders of tool sets without a spec, with the number of files that were removed from each folder. */
  readonly orphans: readonly { readonly folder: string; readonly removed: number }[];
}

/**
 * Handles the parts of the output folder that belong to no current spec. In the mode "write", tool sets without a spec
 * are removed. In the mode "check", these sets and all unknown files are reported.
 */
export function treatLeftovers(
  project: Project,
  generation: Generation,
  mode: "write" | "check",
  report: Report,
): Leftovers {
  const out = resolve(project.root, project.out);
  // A spec with an error may have lost a tool set because of this error.
  const healthy = generation.specs.filter(
    ({ diagnostics }) => !diagnostics.some(({ severity }) => severity === "error"),
  );
  const made = {
    sets: new Set(generation.sets.map(({ name }) => name)),
    sources: new Set(healthy.flatMap(({ sets }) => sets.map(({ source }) => source))),
  };
  const orphans = findOrphans(out, project.root, made).map(({ set }) => set);
  const folders = orphans
    .filter((set) => !isNewer(project, set, report))
    .map((set) => plannedFolder(project, set, []));
  if (mode === "write")
    return {
      drifts: [],
      orphans: folders.map((planned) => {
        return { folder: planned.shown, removed: write(planned, report).removed.length };
      }),
    };
  const isComplete = healthy.length === project.specCount;
  const strangers = strangersIn(project, out, new Set([...made.sets, ...orphans]), isComplete);
  const drifts = folders.flatMap((planned) => judge(planned, outputVersion, report));
  return { drifts: [...drifts, ...strangers.map((file) => judgeUnknownFile(file, report))], orphans: [] };
}

/** Returns whether a newer version of toolpress wrote a tool set, and reports such a set. It is not deleted. */
function isNewer(project: Project, set: string, report: Report): boolean {
  const lock = project.previousFile(set, lockFile);
  return refuseNewerLock(lock, posix.join(project.out, set, lockFile), report);
}

/** Returns the folder of a tool set together with its planned files. */
export function plannedFolder(
  project: Project,
  set: string,
  planned: PlannedFolder["planned"],
): PlannedFolder {
  const previous = readLock(project.previousFile(set, lockFile));
  return { shown: posix.join(project.out, set), folder: project.folderOf(set), planned, previous };
}

/** Returns the unknown files in the output folder, as paths relative to the project root. */
function strangersIn(
  project: Project,
  out: string,
  sets: ReadonlySet<string>,
  isComplete: boolean,
): readonly string[] {
  if (lstatSync(out, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const { root, filesRead } = project;
  // If a spec has errors, it is not known which sets belong to it. So a folder with a lock may belong to this spec.
  const mayBeOurs = (name: string): boolean =>
    !isComplete && project.previousFile(name, lockFile) !== undefined;
  // If the output folder contains the project, other files are allowed. Only files that would be loaded instead of a
  // set are reported.
  const isShared = isInside(out, root);
  const known = new Set([...sets].map((name) => name.toLowerCase()));
  const read = [...filesRead].map((path) => resolve(root, path));
  return findUnknownFiles(out, sets, read)
    .filter((name) => !mayBeOurs(name) && (!isShared || known.has(stemOf(name))))
    .map((name) => posix.join(project.out, name));
}

/**
 * Returns the name by which an import could find a file: `math.js` could be loaded instead of the folder `math`. Case
 * is ignored, because some file systems ignore case.
 */
function stemOf(name: string): string {
  return name.toLowerCase().replace(/\..*$/, "");
}
