import { posix } from "node:path";
import { checkLowered, checkSet } from "./check/check.js";
import { mendSet } from "./check/mend.js";
import { fitUnselected } from "./check/unselected.js";
import { createReport, type Report } from "./diagnostics/report.js";
import type { Dialect } from "./dialects/dialect.js";
import { findDialect, importSets, namingOf } from "./dialects/index.js";
import { openSettings, type Settings } from "./dialects/spec-settings.js";
import type { Documents, Load } from "./base/documents.js";
import type { KeptTool } from "./emit/kept-tool.js";
import { outputVersion, planSet } from "./emit/plan.js";
import { policyOf } from "./emit/policy.js";
import {
  type CompiledSpec,
  gather,
  type GeneratedSet,
  type Generation,
  type SpecFile,
} from "./pipeline/generation.js";
import type { Binding, ImportedSet, ToolSet } from "./ir.js";
import { checkApiOrigins, type LockedOrigins, nextOrigin, openOrigins } from "./pipeline/api-origin.js";
import { findKeptTools, inOldOrder, isUsableIn, keptSchemaTypes, withKeptFiles } from "./pipeline/keep.js";
import {
  type Lock,
  type LockedBinding,
  type LockedTool,
  printLock,
  readLock,
  lockFile,
} from "./pipeline/lock.js";
import { lowerSet } from "./lower/lower.js";
import type { LoweredSet } from "./lower/lowered.js";
import { checkSetName, nameTools, withWireNames } from "./name/name.js";
import { openLock } from "./pipeline/open-lock.js";
import type { Options } from "./options.js";
import { isOutside } from "./base/paths.js";
import { DocumentPatterns } from "./check/patterns/document-patterns.js";
import { createDocuments, defaultLimits, type Limits, read } from "./read/read.js";
import { createFormatting, type Formatting, renderFiles, whenFormatted } from "./pipeline/render-files.js";
import { normaliseSet } from "./schema/normalise.js";
import { withoutBroken } from "./pipeline/without-broken.js";
import { setNameOf } from "./base/words.js";

export type { CompiledSpec, GeneratedSet, Generation, SpecFile } from "./pipeline/generation.js";

/** All that is compiled, and how to get at what it refers to. */
export interface Inputs {
  readonly specs: readonly SpecFile[];
  /** Reads a file that a spec refers to. */
  readonly load: Load;
  /** Output folder from the project root. */
  readonly out: string;
  readonly limits?: Limits;
  /** Specs of which it is known what they come to; they are not compiled. */
  readonly known?: ReadonlyMap<SpecFile, CompiledSpec>;
  /** Diagnostics and sizes only: no file is rendered. */
  readonly dry?: boolean;
  /** Told what is being worked on: a spec, then each file that has to be rendered. */
  readonly onProgress?: (path: string) => void;
}

/** What the last run left, by set and by path inside the set's folder. */
export interface Previous {
  file(set: string, path: string): string | undefined;
  /** Folders in which there may be sets. */
  sets?(): readonly string[];
}

/** The whole compiler: text in, text out. Executes nothing, writes nothing. */
export async function generate(inputs: Inputs, previous: Previous, options: Options): Promise<Generation> {
  const compiled: CompiledSpec[] = [];
  const taken = new Set<string>();
  for (const spec of inputs.specs) {
    const known = inputs.known?.get(spec);
    const isUsable = known?.sets.every(({ name }) => !taken.has(name.toLowerCase())) === true;
    const outcome = isUsable ? known : await compileSpec(spec, taken, inputs, previous, options);
    for (const { name } of outcome.sets) taken.add(name.toLowerCase());
    compiled.push(outcome);
  }
  return gather(compiled);
}

/** One spec, alone but for the names of the sets before it: problems of other specs do not count here. */
async function compileSpec(
  spec: SpecFile,
  takenBefore: ReadonlySet<string>,
  inputs: Inputs,
  previous: Previous,
  options: Options,
): Promise<CompiledSpec> {
  const report = createReport(options);
  const sets: FormattedLater[] = [];
  const formatting = createFormatting();
  const taken = new Set(takenBefore);
  const asked = new Map<string, ReturnType<Load>>();
  const load: Load = (path) => {
    const answer = inputs.load(path);
    asked.set(path, answer);
    return answer;
  };
  inputs.onProgress?.(spec.path);
  const { limits = defaultLimits } = inputs;
  const document = read(spec, report, limits);
  const dialect = document && findDialect(document, spec.from, report);
  if (document !== undefined && dialect !== undefined) {
    // A spec outside the project brings the files beside it, and no others.
    const root = isOutside(spec.path) ? posix.dirname(spec.path) : "";
    const documents = createDocuments({ root, load, report, limits, documents: [document] });
    const settings = openSettings(spec, report);
    settings.allowOnly(dialect.settings, dialect.title);
    if (dialect.foreign) report.treatAsForeign();
    const { tools: mostTools } = options.budgets;
    const patterns = new DocumentPatterns();
    const { from } = spec;
    const context = { setName: setNameOf(spec.path), documents, report, settings, from, mostTools };
    const imports = importSets(dialect, document, context);
    const origins = openOrigins({
      sets: () => previous.sets?.() ?? [],
      lock: (name) => readLock(previous.file(name, lockFile)),
    });
    checkApiOrigins(imports, origins, settings, report);
    for (const imported of imports) {
      if (!checkSetName(imported, taken, report)) continue;
      taken.add(imported.name.toLowerCase());
      const reading = { inputs, previous, documents, settings, options };
      const around = { ...reading, report, formatting, patterns, origins };
      sets.push(await compileSet(imported, dialect, around));
    }
  }
  const formatted = await Promise.all(sets.map((finish) => finish()));
  return { spec, sets: formatted, diagnostics: report.sorted(), asked };
}

/** A set whose files are with the formatter: the next one is compiled meanwhile. */
type FormattedLater = () => Promise<GeneratedSet>;

interface Surroundings {
  readonly inputs: Inputs;
  readonly previous: Previous;
  readonly documents: Documents;
  readonly settings: Settings;
  readonly options: Options;
  readonly report: Report;
  readonly formatting: Formatting;
  readonly patterns: DocumentPatterns;
  readonly origins: LockedOrigins;
}

/** One set through every stage. */
async function compileSet(
  imported: ImportedSet,
  dialect: Dialect,
  around: Surroundings,
): Promise<FormattedLater> {
  const { options, report, previous, inputs, formatting } = around;
  const readFile = (path: string): string | undefined => previous.file(imported.name, path);
  const folder = posix.join(inputs.out, imported.name);
  const lockFound = openLock(readFile(lockFile), posix.join(folder, lockFile), dialect.foreign, report);
  const lock = lockFound === "unreadable" ? undefined : lockFound;
  const locked = new Map((lock?.tools ?? []).map((tool) => [tool.source, tool.name]));

  const reported = report.size;
  const names = nameTools(imported, { ...namingOf(dialect), dashes: options.dashes, locked }, report);
  const settled =
    lockFound !== "unreadable" &&
    (report.size === reported ||
      [...names].every(([tool, { name }]) => locked.get(tool.sourceName) === name));
  const found = normaliseSet(withWireNames(imported, names), names, around.documents, report);
  const checking = { set: found, options, report, patterns: around.patterns };
  checkSet(checking);
  const normalised = dialect.foreign ? mendSet(checking) : found;
  const lowered = lowerSet(normalised, options, report);
  checkLowered(lowered, { ...checking, set: normalised });
  if (imported.unselected === true && !fitUnselected(lowered.tools, { ...checking, set: normalised }))
    around.settings.refuse();

  const { set, healthy } = withoutBroken(normalised, lowered, report);
  // In our own dialect any error forbids writing. In a foreign one: that names are forgotten; that no tool is left; that the settings
  // are wrong, which say what needs approval; and that a broken tool cannot be kept, for it is another version's output or needs what is gone.
  // Kept code is compared with nothing, so it stays only beside an error, which fails a check.
  const kept = dialect.foreign && report.hasErrors ? findKeptTools(imported, set, lock, readFile) : [];
  const isMixed = kept.some(({ tool }) => lock?.output !== outputVersion || !isUsableIn(set, tool));
  const failed =
    report.hasErrors &&
    (!dialect.foreign ||
      lockFound === "unreadable" ||
      set.tools.length === 0 ||
      around.settings.refused ||
      isMixed);
  const summary = { name: imported.name, source: imported.source };
  const nothing = { files: [], lock: lock ?? emptyLock(set), rendered: [], failed: true };
  const unchanged: FormattedLater = async () => ({ ...summary, ...nothing, settled });
  if (failed) return unchanged;

  const keptTools = kept.map(({ tool }) => tool);
  const tools = lockTools(healthy, keptTools, imported, lock);
  const order = tools.map(({ name }) => name);
  const keptSchemas = await keptSchemaTypes(set, keptTools, readFile);
  const request = { set, lowered: healthy, kept: keptTools, keptSchemas, order, options, folder };
  const plan = inputs.dry ? [] : await withKeptFiles(planSet(request), keptTools, lock, readFile);
  if (plan === undefined) return unchanged;
  for (const { tool, origin } of kept) report.add("TP220", { key: origin }, { tool: tool.name });
  const onRender = (path: string): void => inputs.onProgress?.(posix.join(folder, path));
  const texts = await renderFiles(plan, lock, readFile, onRender, formatting);
  return async () => {
    const { files, lockedFiles, rendered } = await whenFormatted(texts);
    const origin = nextOrigin(imported, around.origins);
    const next: Lock = { output: outputVersion, source: set.source, origin, tools, files: lockedFiles };
    const lockText = { path: lockFile, text: printLock(next) };
    return { ...summary, files: [...files, lockText], lock: next, rendered, settled, failed };
  };
}

/** The lines of the lock; those of kept tools stay as and where they are. */
function lockTools(
  { tools }: LoweredSet,
  kept: readonly KeptTool[],
  imported: ImportedSet,
  lock: Lock | undefined,
): readonly LockedTool[] {
  const old = lock?.tools ?? [];
  const names = new Set(kept.map(({ name }) => name));
  return inOldOrder(
    tools.map((tool) => lockTool(tool, imported)),
    old.filter(({ name }) => names.has(name)),
    old.map(({ name }) => name),
    ({ name }) => name,
  );
}

function lockTool({ tool, size, rewrites }: LoweredSet["tools"][number], imported: ImportedSet): LockedTool {
  const pruned = imported.tools.find(({ sourceName }) => sourceName === tool.sourceName)?.pruned ?? [];
  const policy = policyOf(tool.policy);
  return {
    name: tool.name,
    source: tool.sourceName,
    names: tool.names,
    binding: lockBinding(tool.binding),
    ...size,
    lowered: rewrites.map(({ rule, pointer }) => `${rule} ${pointer}`),
    ...(pruned.length > 0 && { pruned: pruned.map(({ rule, path }) => `${rule} ${path}`) }),
    ...(Object.keys(policy).length > 0 && { policy }),
  };
}

function lockBinding(binding: Binding): LockedBinding {
  if (binding.kind !== "http") return binding;
  const { method, path, security, wire } = binding.operation;
  const files = wire.some(({ file }) => file !== undefined);
  return {
    kind: "http",
    method,
    path,
    ...(security.length > 0 && { security }),
    ...(files && { files }),
  };
}

function emptyLock(set: ToolSet): Lock {
  return { output: outputVersion, source: set.source, tools: [], files: [] };
}
