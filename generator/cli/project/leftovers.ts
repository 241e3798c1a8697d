import { lstatSync } from "node:fs";
import { posix, resolve } from "node:path";
import type { Report } from "../../diagnostics/report.js";
import { outputVersion } from "../../emit/context.js";
import type { Generation } from "../../pipeline/generation.js";
import { lockFile, readLock } from "../../pipeline/lock.js";
import { refuseNewerLock } from "../../pipeline/open-lock.js";
import { isInside } from "../../base/paths.js";
import { type Output, write } from "../../write/write.js";
import { findOrphans } from "../../write/orphans.js";
import { findStrangers } from "../../write/strangers.js";
import { type Drift, judge, judgeStranger } from "../../write/verdicts.js";
import type { Project } from "./project.js";

export interface Leftovers {
  readonly drifts: readonly Drift[];
  /** Folders of sets whose spec is gone, and how many files were removed from each. */
  readonly orphans: readonly { readonly folder: string; readonly removed: number }[];
}

/** What lies in the output folder beside the sets of this run: sets that no spec makes any more are removed, or judged with everything else. */
export function treatLeftovers(
  project: Project,
  generation: Generation,
  mode: "write" | "check",
  report: Report,
): Leftovers {
  const out = resolve(project.root, project.out);
  // What a spec with an error in it does not make may be missing for that error.
  const healthy = generation.specs.filter(
    ({ diagnostics }) => !diagnostics.some(({ severity }) => severity === "error"),
  );
  const made = {
    sets: new Set(generation.sets.map(({ name }) => name)),
    sources: new Set(healthy.flatMap(({ sets }) => sets.map(({ source }) => source))),
  };
  const orphans = findOrphans(out, project.root, made).map(({ set }) => set);
  const outputs = orphans
    .filter((set) => !isNewer(project, set, report))
    .map((set) => outputOf(project, set, []));
  if (mode === "write")
    return {
      drifts: [],
      orphans: outputs.map((output) => {
        return { folder: output.shown, removed: write(output, report).removed.length };
      }),
    };
  const isComplete = healthy.length === project.specCount;
  const strangers = strangersIn(project, out, new Set([...made.sets, ...orphans]), isComplete);
  const drifts = outputs.flatMap((output) => judge(output, outputVersion, report));
  return { drifts: [...drifts, ...strangers.map((file) => judgeStranger(file, report))], orphans: [] };
}

/** What a newer toolpress wrote is not ours to delete; it is reported. */
function isNewer(project: Project, set: string, report: Report): boolean {
  const lock = project.previousFile(set, lockFile);
  return refuseNewerLock(lock, posix.join(project.out, set, lockFile), report);
}

/** A set's folder, against what belongs in it. */
export function outputOf(project: Project, set: string, planned: Output["planned"]): Output {
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
  // Where a spec has errors, nobody knows which sets it would make.
  const mayBeOurs = (name: string): boolean =>
    !isComplete && project.previousFile(name, lockFile) !== undefined;
  // Where the project itself is the output folder, people keep everything in it; what is loaded instead of a set is still foreign.
  const isShared = isInside(out, root);
  const known = new Set([...sets].map((name) => name.toLowerCase()));
  const read = [...filesRead].map((path) => resolve(root, path));
  return findStrangers(out, sets, read)
    .filter((name) => !mayBeOurs(name) && (!isShared || known.has(stemOf(name))))
    .map((name) => posix.join(project.out, name));
}

/** `math.js` and, where case does not count, `Math` are found where `math` is imported. */
function stemOf(name: string): string {
  return name.toLowerCase().replace(/\..*$/, "");
}
