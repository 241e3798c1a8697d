import { posix } from "node:path";
import type { ExitCode, Given, Terminal } from "../commands/command.js";
import { readBuildId } from "../../base/package-files.js";
import type { Format } from "../../diagnostics/render.js";
import { createReport, type Report } from "../../diagnostics/report.js";
import { outputVersion } from "../../emit/context.js";
import { gather, type GeneratedSet, type Generation } from "../../pipeline/generation.js";
import { writeRun } from "../cache/write-run.js";
import { openSpecCache, previousOutput, type SpecCache } from "../cache/spec-cache.js";
import { createProgress } from "../terminal/progress.js";
import { write } from "../../write/write.js";
import { type Drift, judge } from "../../write/verdicts.js";
import { reportFormerOutput } from "./former-output.js";
import { withImportForm } from "./import-form.js";
import { plannedFolder, treatLeftovers } from "./leftovers.js";
import { openProject, type Project } from "./project.js";
import { type Cost, costOf, type RunReport, type SetReport } from "./run-report.js";
import { showBill, showOutcome, showSuggestion } from "./show-outcome.js";
import { suggestRuntime } from "./suggest-runtime.js";
import { suggestConfig, suggestSelection } from "./suggestions.js";

/** The result of a run of `gen`, `lint` or `stats`, with the project. */
export interface Outcome extends RunReport {
  readonly project: Project | undefined;
  readonly sets: readonly SetOutcome[];
}

export interface SetOutcome extends SetReport {
  readonly set: GeneratedSet;
  /** True if the folder already matched the plan and no problem was reported about the folder. */
  readonly asPlanned: boolean;
}

export type Mode = "write" | "check" | "dry";

export interface RunOptions {
  readonly onProgress?: (path: string) => void;
  /** Called before any file is written. */
  readonly onCompiled?: (cost: readonly Cost[]) => void;
  /** The id of the build whose cache is used. If it is missing, all specs are compiled. */
  readonly build?: string | undefined;
}

/** Runs `toolpress gen` once and prints the result. */
export async function genOnce(
  given: Given,
  terminal: Terminal,
  build = readBuildId(),
): Promise<{ readonly outcome: Outcome; readonly exitCode: ExitCode }> {
  const start = Date.now();
  const mode = given.has("check") ? "check" : "write";
  const progress = createProgress(terminal.stderr);
  const onCompiled = (cost: readonly Cost[]): void => {
    progress.done();
    if (given.has("all") && mode === "write") showBill(cost, terminal);
  };
  const running = runGen(given, terminal, mode, { onProgress: progress.at, onCompiled, build });
  const finished = await running.finally(progress.done);
  const suggestion = finished.sets.length > 0 ? suggestRuntime(terminal.cwd) : undefined;
  const outcome = { ...finished, suggestion };
  const format = (given.text("format") ?? "text") as Format;
  const exitCode = await showOutcome(outcome, terminal, { format, mode, everything: false });
  if (format === "text") {
    await suggestSelection(outcome, terminal);
    suggestConfig(given, outcome, terminal);
    showSuggestion(outcome, terminal);
  }
  if (build !== undefined) writeRun(given, build, outcome, start);
  return { outcome, exitCode };
}

/** Runs the complete process: opens the project, compiles its specs, then writes the output or compares it. */
export async function runGen(
  given: Given,
  terminal: Terminal,
  mode: Mode,
  { onProgress = () => {}, onCompiled = () => {}, build }: RunOptions = {},
): Promise<Outcome> {
  const [start, clock] = [performance.now(), Date.now()];
  const report = createReport();
  const opened = await openProject(terminal.cwd, given, report);
  // A dry run prints no imports, so the form of imports is not needed.
  const project = mode === "dry" ? opened : opened && withImportForm(opened, report);
  if (project === undefined)
    return { ...nothing, project, diagnostics: report.sorted(), ms: performance.now() - start };
  // A check uses no cache, because a pull request can contain a cache file. A check compares only files that this run
  // has rendered.
  const cache = build === undefined || mode !== "write" ? undefined : openSpecCache(project, build, clock);
  const generation = await compile(project, mode, given.has("force") ? undefined : cache, onProgress);
  onCompiled(generation.sets.map(costOf));
  const [writing, judging] = [createReport(project.config.options), createReport()];
  const untouched = new Set(generation.specs.flatMap((spec) => [...(cache?.untouched(spec) ?? [])]));
  const applied = apply(project, generation, mode, untouched, mode === "check" ? judging : writing);
  // The search for former output takes time, so it is limited to checks and to runs that write a new set. The old
  // output of a new set may be in another folder.
  if (mode === "check" || applied.sets.some(({ isNew, failed }) => isNew && !failed && mode === "write"))
    reportFormerOutput(project, new Set(applied.sets.map(({ source }) => source)), writing);
  const stubs = mode === "write" ? await writeAllStubs(project, given, applied.sets, writing) : [];
  const asPlanned = applied.sets.filter((set) => set.asPlanned).map(({ name }) => name);
  cache?.write(generation.specs, new Set(asPlanned));
  const diagnostics = [...generation.diagnostics, ...report.sorted(), ...writing.sorted()];
  const verdicts = judging.sorted();
  return { project, ...applied, stubs, diagnostics, verdicts, ms: performance.now() - start };
}

const nothing = { sets: [], drifts: [], verdicts: [], orphans: [], stubs: [] };

/** Writes the tool sets or compares them with the disk. Sets that are known to be unchanged are skipped. */
function apply(
  project: Project,
  generation: Generation,
  mode: Mode,
  untouched: ReadonlySet<GeneratedSet>,
  report: Report,
): Pick<Outcome, "sets" | "drifts" | "orphans"> {
  const drifts: Drift[] = [];
  // Folders are removed before other folders are written. On some systems, two names that differ only in case are the
  // same folder.
  const left =
    project.whole && mode !== "dry" ? treatLeftovers(project, generation, mode, report) : noLeftovers;
  const sets = generation.sets.map((set): SetOutcome => {
    const shown = posix.join(project.out, set.name);
    const unwritten = unwrittenSet(set, shown);
    if (untouched.has(set)) return unwritten;
    const output = plannedFolder(project, set.name, set.files);
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

function unwrittenSet(set: GeneratedSet, folder: string): SetOutcome {
  const { name, source, failed, lock } = set;
  const hasHandlers = lock.tools.some(({ binding }) => binding.kind === "handler");
  const unchanged = { isNew: false, changed: [], removed: [], asPlanned: true };
  return { set, name, source, folder, failed, hasHandlers, ...costOf(set), ...unchanged };
}

/** Removes repeated drifts. An obstacle for several sets is found once for each set. */
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

/** Compiles the specs that are not in the cache. If all specs are in the cache, the compiler is not loaded. */
async function compile(
  project: Project,
  mode: Mode,
  cache: SpecCache | undefined,
  onProgress: (path: string) => void,
): Promise<Generation> {
  const { specs, load, out, config } = project;
  const known = cache?.read(specs) ?? noneKnown;
  const sets = [...known.values()].flatMap((spec) => spec.sets);
  const names = new Set(sets.map(({ name }) => name.toLowerCase()));
  if (known.size === specs.length && names.size === sets.length) return gather([...known.values()]);
  const { generate } = await import("../../generate.js");
  const inputs = { specs, load, out, limits: config.limits, known, dry: mode === "dry", onProgress };
  return generate(inputs, previousOutput(project, cache), config.options);
}

const noneKnown: ReturnType<SpecCache["read"]> = new Map();
