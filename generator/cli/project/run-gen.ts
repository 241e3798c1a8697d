import { posix } from "node:path";
import type { Given, Terminal } from "../commands/command.js";
import { createReport, type Diagnostic, type Report } from "../../diagnostics/report.js";
import { outputVersion } from "../../emit/context.js";
import { gather, type GeneratedSet, type Generation } from "../../pipeline/generation.js";
import { type Lock, type LockedFile, lockFile, printLock, readLock } from "../../pipeline/lock.js";
import { untouchedSets } from "../cache/recall-spec.js";
import { openSpecMemory, type SpecMemory } from "../cache/spec-memory.js";
import { write } from "../../write/write.js";
import { type Drift, judge } from "../../write/verdicts.js";
import { withImportForm } from "./import-form.js";
import { outputOf, treatLeftovers } from "./leftovers.js";
import { openProject, type Project } from "./project.js";

/** What one `gen`, `lint` or `stats` found and did. */
export interface Outcome {
  readonly project: Project | undefined;
  readonly sets: readonly SetOutcome[];
  readonly diagnostics: readonly Diagnostic[];
  readonly drifts: readonly Drift[];
  /** Folders of sets whose spec is gone, and how many files were removed from each. */
  readonly orphans: readonly { readonly folder: string; readonly removed: number }[];
  /** Starts for handlers that were written, from the project root. */
  readonly stubs: readonly string[];
  readonly ms: number;
}

export interface SetOutcome {
  readonly set: GeneratedSet;
  /** From the project root. */
  readonly folder: string;
  /** Nothing had been generated for it before. */
  readonly isNew: boolean;
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** The folder was as planned already, and there was nothing to remark. */
  readonly asPlanned: boolean;
}

export type Mode = "write" | "check" | "dry";

export interface RunOptions {
  readonly onProgress?: (path: string) => void;
  /** Identifies the build whose memory is used; without one everything is compiled. */
  readonly build?: string | undefined;
}

/** One run from specs to output: opens the project, compiles, then writes or judges. */
export async function runGen(
  given: Given,
  terminal: Terminal,
  mode: Mode,
  { onProgress = () => {}, build }: RunOptions = {},
): Promise<Outcome> {
  const [start, clock] = [performance.now(), Date.now()];
  const report = createReport();
  const opened = await openProject(terminal.cwd, given, report);
  // Without output there are no imports.
  const project = mode === "dry" ? opened : opened && withImportForm(opened, report);
  if (project === undefined)
    return { ...nothing, project, diagnostics: report.sorted(), ms: performance.now() - start };
  // A check believes nothing that it did not render in this run: a cache file can be part of a pull request.
  const memory = build === undefined || mode !== "write" ? undefined : openSpecMemory(project, build, clock);
  const generation = await compile(project, mode, given.has("force") ? undefined : memory, onProgress);
  const writing = createReport(project.config.options);
  const applied = apply(project, generation, mode, writing);
  const stubs = mode === "write" ? await writeAllStubs(project, given, applied.sets, writing) : [];
  const asPlanned = applied.sets.filter((set) => set.asPlanned).map(({ set }) => set.name);
  memory?.keep(generation.specs, new Set(asPlanned));
  const diagnostics = [...generation.diagnostics, ...report.sorted(), ...writing.sorted()];
  return { project, ...applied, stubs, diagnostics, ms: performance.now() - start };
}

const nothing = { sets: [], drifts: [], orphans: [], stubs: [] };

/** Writes the sets, or judges what is there; sets that nobody touched are as they were left. */
function apply(
  project: Project,
  generation: Generation,
  mode: Mode,
  report: Report,
): Pick<Outcome, "sets" | "drifts" | "orphans"> {
  const drifts: Drift[] = [];
  const untouched = new Set(generation.specs.flatMap(untouchedSets));
  // Removed before written: where names differ only in case, two folders may be one.
  const left =
    project.whole && mode !== "dry" ? treatLeftovers(project, generation, mode, report) : noLeftovers;
  const sets = generation.sets.map((set): SetOutcome => {
    const shown = posix.join(project.out, set.name);
    const unwritten = { set, folder: shown, isNew: false, changed: [], removed: [], asPlanned: true };
    if (untouched.has(set)) return unwritten;
    const output = outputOf(project, set.name, set.files);
    const isNew = output.previous === undefined;
    if (set.failed || mode === "dry") return { ...unwritten, isNew, asPlanned: false };
    const remarks = report.size;
    const written = mode === "write" ? write(output, report) : { changed: [], removed: [] };
    const found = mode === "check" ? judge(output, outputVersion, report) : [];
    drifts.push(...found);
    const differences = written.changed.length + written.removed.length + found.length;
    return { ...unwritten, isNew, ...written, asPlanned: differences === 0 && report.size === remarks };
  });
  return { sets, drifts: eachOnce([...drifts, ...left.drifts]), orphans: left.orphans };
}

/** What is in the way of several sets is found with each of them. */
function eachOnce(drifts: readonly Drift[]): readonly Drift[] {
  return [...new Map(drifts.map((drift) => [drift.file, drift])).values()];
}

const noLeftovers: Pick<Outcome, "drifts" | "orphans"> = { drifts: [], orphans: [] };

async function writeAllStubs(
  project: Project,
  given: Given,
  sets: readonly SetOutcome[],
  report: Report,
): Promise<readonly string[]> {
  const folder = given.text("stubs") ?? project.config.stubs;
  if (folder === undefined) return [];
  const { writeStubs } = await import("./write-stubs.js");
  const written: string[] = [];
  for (const { set } of sets)
    if (!set.failed) written.push(...(await writeStubs(project, set, folder, report)));
  return written;
}

/** Compiles what is not known; where everything is, the compiler is not even loaded. */
async function compile(
  project: Project,
  mode: Mode,
  memory: SpecMemory | undefined,
  onProgress: (path: string) => void,
): Promise<Generation> {
  const { specs, load, out, config } = project;
  const known = memory?.recall(specs) ?? noneKnown;
  const sets = [...known.values()].flatMap((spec) => spec.sets);
  const names = new Set(sets.map(({ name }) => name.toLowerCase()));
  if (known.size === specs.length && names.size === sets.length) return gather([...known.values()]);
  const { generate } = await import("../../generate.js");
  const inputs = { specs, load, out, limits: config.limits, known, dry: mode === "dry", onProgress };
  const previous = { file: distrusting(project, memory), sets: () => project.previousSets() };
  return generate(inputs, previous, config.options);
}

const noneKnown: ReturnType<SpecMemory["recall"]> = new Map();

/**
 * The lock gives names and order. It does not vouch for a file, since whoever edits the file can edit the lock as well: a file
 * is rendered anew unless this build is known to have rendered it to this very text.
 */
function distrusting(project: Project, memory: SpecMemory | undefined): Project["previousFile"] {
  return (set, path) => {
    const text = project.previousFile(set, path);
    const lock: Lock | undefined = path === lockFile ? readLock(text) : undefined;
    if (lock === undefined) return text;
    const distrusted = (file: LockedFile): LockedFile =>
      memory?.hasRendered(set, file) === true ? file : { ...file, hash: "" };
    return printLock({ ...lock, files: lock.files.map(distrusted) });
  };
}
