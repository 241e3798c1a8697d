import type { Given, Terminal } from "../commands/command.js";
import { createReport, type Diagnostic, type Report } from "../diagnostics.js";
import { outputVersion } from "../emit/context.js";
import { generate, type GeneratedSet, type Generation } from "../generate.js";
import { type Lock, lockFile, printLock, readLock } from "../lock.js";
import { type Output, write } from "../write.js";
import { findOrphans } from "../write/orphans.js";
import { type Drift, judge } from "../write/verdicts.js";
import { openProject, type Project } from "./project.js";

/** What one `gen`, `lint` or `stats` found and did. */
export interface Outcome {
  readonly project: Project | undefined;
  readonly sets: readonly SetOutcome[];
  readonly diagnostics: readonly Diagnostic[];
  readonly drifts: readonly Drift[];
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
}

export type Mode = "write" | "check" | "dry";

/** One run from specs to output: opens the project, compiles, then writes or judges. */
export async function runGen(
  given: Given,
  terminal: Terminal,
  mode: Mode,
  onProgress: (path: string) => void = () => {},
): Promise<Outcome> {
  const start = performance.now();
  const report = createReport();
  const project = await openProject(terminal.cwd, given, report);
  const generation = project && (await compile(project, mode, onProgress));
  const applied =
    project === undefined || generation === undefined
      ? { sets: [], drifts: [] }
      : apply(project, generation, mode, report);
  const stubs =
    project === undefined || mode !== "write"
      ? []
      : await writeAllStubs(project, given, applied.sets, report);
  const diagnostics = [...(generation?.diagnostics ?? []), ...report.sorted()];
  return { project, ...applied, stubs, diagnostics, ms: performance.now() - start };
}

/** Writes the sets, or judges what is there. */
function apply(
  project: Project,
  generation: Generation,
  mode: Mode,
  report: Report,
): Pick<Outcome, "sets" | "drifts"> {
  const drifts: Drift[] = [];
  // Removed before written: where names differ only in case, two folders may be one.
  const orphans = project.whole && mode !== "dry" ? treatOrphans(project, generation, mode, report) : [];
  const sets = generation.sets.map((set): SetOutcome => {
    const output = outputOf(project, set.name, set.files);
    const isNew = output.previous === undefined;
    const unwritten: SetOutcome = { set, folder: output.shown, isNew, changed: [], removed: [] };
    if (set.failed || mode === "dry") return unwritten;
    if (mode === "write") return { ...unwritten, ...write(output, report) };
    drifts.push(...judge(output, outputVersion, report));
    return unwritten;
  });
  return { sets, drifts: [...drifts, ...orphans] };
}

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

function compile(project: Project, mode: Mode, onProgress: (path: string) => void): Promise<Generation> {
  const { specs, load, out, config } = project;
  const inputs = { specs, load, out, limits: config.limits, dry: mode === "dry", onProgress };
  const file = mode === "check" ? distrusting(project) : project.previousFile;
  return generate(inputs, { file }, config.options);
}

/** A check takes names and order from the lock, but no file on the lock's word: everything is rendered anew. */
function distrusting(project: Project): Project["previousFile"] {
  return (set, path) => {
    const text = project.previousFile(set, path);
    const lock: Lock | undefined = path === lockFile ? readLock(text) : undefined;
    if (lock === undefined) return text;
    return printLock({ ...lock, files: lock.files.map((file) => ({ ...file, hash: "" })) });
  };
}

function outputOf(project: Project, set: string, planned: Output["planned"]): Output {
  const previous = readLock(project.previousFile(set, lockFile));
  return { shown: `${project.out}/${set}`, folder: project.folderOf(set), planned, previous };
}

/** Sets that no spec makes any more are removed, or judged. */
function treatOrphans(
  project: Project,
  generation: Generation,
  mode: Mode,
  report: Report,
): readonly Drift[] {
  const { sets } = generation;
  const made = {
    sets: new Set(sets.map(({ name }) => name)),
    sources: new Set(sets.filter(({ failed }) => !failed).map(({ source }) => source)),
  };
  return findOrphans(`${project.root}/${project.out}`, project.root, made).flatMap(({ set }) => {
    const output = outputOf(project, set, []);
    if (mode === "check") return judge(output, outputVersion, report);
    write(output, report);
    return [];
  });
}
