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
import { findStrangers } from "../../write/strangers.js";
import { type Drift, judge, judgeStranger } from "../../write/verdicts.js";
import type { Project } from "./project.js";

export interface Leftovers {
  readonly drifts: readonly Drift[];
  /** Folders of sets without a spec, with the number of files that were removed from each. */
  readonly orphans: readonly { readonly folder: string; readonly removed: number }[];
}

/** Handles the rest of the output folder: removes sets that no spec generates any more, or reports them and all foreign files. */
export function treatLeftovers(
  project: Project,
  generation: Generation,
  mode: "write" | "check",
  report: Report,
): Leftovers {
  const out = resolve(project.root, project.out);
  // A spec with an error may lack sets because of this error.
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
  return { drifts: [...drifts, ...strangers.map((file) => judgeStranger(file, report))], orphans: [] };
}

/** Whether a newer toolpress wrote a set, which is reported. Such a set is not deleted. */
function isNewer(project: Project, set: string, report: Report): boolean {
  const lock = project.previousFile(set, lockFile);
  return refuseNewerLock(lock, posix.join(project.out, set, lockFile), report);
}

/** A set's folder with its planned content. */
export function plannedFolder(
  project: Project,
  set: string,
  planned: PlannedFolder["planned"],
): PlannedFolder {
  const previous = readLock(project.previousFile(set, lockFile));
  return { shown: posix.join(project.out, set), folder: project.folderOf(set), planned, previous };
}

/** Paths from the project root. */
function strangersIn(
  project: Project,
  out: string,
  sets: ReadonlySet<string>,
  isComplete: boolean,
): readonly string[] {
  if (lstatSync(out, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const { root, filesRead } = project;
  // The sets of a spec with errors are unknown.
  const mayBeOurs = (name: string): boolean =>
    !isComplete && project.previousFile(name, lockFile) !== undefined;
  // If the project itself is the output folder, other files are allowed, except files that would be loaded instead of a set.
  const isShared = isInside(out, root);
  const known = new Set([...sets].map((name) => name.toLowerCase()));
  const read = [...filesRead].map((path) => resolve(root, path));
  return findStrangers(out, sets, read)
    .filter((name) => !mayBeOurs(name) && (!isShared || known.has(stemOf(name))))
    .map((name) => posix.join(project.out, name));
}

/** Whether an import of a set may load the file instead: `math.js` for `math`, or `Math` on file systems that ignore case. */
function stemOf(name: string): string {
  return name.toLowerCase().replace(/\..*$/, "");
}
