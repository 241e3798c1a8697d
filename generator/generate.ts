import { posix } from "node:path";
import type { Load } from "./base/documents.js";
import { checkLowered, checkSet } from "./check/check.js";
import { mendSet } from "./check/mend.js";
import { fitUnselected } from "./check/unselected.js";
import { createReport } from "./diagnostics/report.js";
import { createFormatting, type Formatting } from "./format/format.js";
import type { ImportedSet } from "./ir.js";
import { lowerSet } from "./lower/lower.js";
import { checkSetName } from "./name/name.js";
import type { Options } from "./options.js";
import { checkApiOrigins, nextOrigin, openOrigins } from "./pipeline/api-origin.js";
import { type Analysis, decide, readable } from "./pipeline/decide.js";
import { emitSet, failedSet, finishSet, type PendingSet, type SetFolder } from "./pipeline/emit-set.js";
import { gather, type CompiledSpec, type Generation } from "./pipeline/generation.js";
import type { Inputs, Previous, SpecFile } from "./pipeline/generation.js";
import { importDocument, type ImportedDocument, nameAndNormalise } from "./pipeline/import-document.js";
import { lockFile } from "./pipeline/lock.js";
import { openLock } from "./pipeline/open-lock.js";
import { withoutBroken } from "./pipeline/without-broken.js";
import { defaultLimits } from "./read/read.js";

export type { CompiledSpec, GeneratedSet, Generation } from "./pipeline/generation.js";
export type { Inputs, Previous, SpecFile } from "./pipeline/generation.js";

/** The compiler. It gets texts and returns texts. It executes nothing and writes nothing. */
export async function generate(inputs: Inputs, previous: Previous, options: Options): Promise<Generation> {
  const compiled: CompiledSpec[] = [];
  const taken = new Set<string>();
  for (const spec of inputs.specs) {
    const known = inputs.known?.get(spec);
    const isUsable = known?.sets.every(({ name }) => !taken.has(name.toLowerCase())) === true;
    const result = isUsable ? known : await compileSpec(spec, taken, { inputs, previous, options });
    for (const { name } of result.sets) taken.add(name.toLowerCase());
    compiled.push(result);
  }
  return gather(compiled);
}

interface Run {
  readonly inputs: Inputs;
  readonly previous: Previous;
  readonly options: Options;
}

/** Compiles one spec. The only influence of other specs is that the names of their sets cannot be used again. */
async function compileSpec(
  spec: SpecFile,
  takenBefore: ReadonlySet<string>,
  run: Run,
): Promise<CompiledSpec> {
  const { inputs, previous, options } = run;
  const report = createReport(options);
  const dependencies = new Map<string, ReturnType<Load>>();
  const load: Load = (path) => {
    const answer = inputs.load(path);
    dependencies.set(path, answer);
    return answer;
  };
  inputs.onProgress?.(spec.path);
  const document = importDocument(spec, { load, limits: inputs.limits ?? defaultLimits, options, report });
  const pending: PendingSet[] = [];
  if (document !== undefined) {
    const origins = openOrigins(previous);
    checkApiOrigins(document.sets, origins, document.context.settings, report);
    const formatting = createFormatting();
    const taken = new Set(takenBefore);
    for (const imported of document.sets) {
      if (!checkSetName(imported, taken, report)) continue;
      taken.add(imported.name.toLowerCase());
      const origin = nextOrigin(imported, origins);
      pending.push(await compileSet({ imported, origin }, document, run, formatting));
    }
  }
  const sets = await Promise.all(pending.map(finishSet));
  return { spec, sets, diagnostics: report.sorted(), dependencies };
}

/** Compiles one tool set: analyses it, decides what may be written, and emits the files. */
async function compileSet(
  { imported, origin }: { readonly imported: ImportedSet; readonly origin: string | undefined },
  document: ImportedDocument,
  { inputs, previous }: Run,
  formatting: Formatting,
): Promise<PendingSet> {
  const { dry = false, onProgress = () => {} } = inputs;
  const path = posix.join(inputs.out, imported.name);
  const folder: SetFolder = { path, read: (file) => previous.file(imported.name, file) };
  const analysis = analyse(imported, document, folder);
  const decision = decide(analysis, document, folder.read);
  if (decision.kind === "keep everything") return failedSet(analysis);
  const emitted = await emitSet(analysis, decision.kept, document.inputs, {
    folder,
    origin,
    formatting,
    dry,
    onProgress,
  });
  return emitted ?? failedSet(analysis);
}

/** Names, normalises, checks and lowers a tool set. */
function analyse(imported: ImportedSet, document: ImportedDocument, folder: SetFolder): Analysis {
  const { foreign, patterns, inputs } = document;
  const { options, report } = inputs;
  const lock = openLock(folder.read(lockFile), posix.join(folder.path, lockFile), foreign, report);
  const locked = new Map((readable(lock)?.tools ?? []).map((tool) => [tool.source, tool.name]));
  const { set: found, areNamesSettled } = nameAndNormalise(imported, document, locked);
  checkSet({ set: found, options, report, patterns });
  const normalised = foreign ? mendSet({ set: found, options, report, patterns }) : found;
  const checking = { set: normalised, options, report, patterns };
  const lowered = lowerSet(normalised, options, report);
  checkLowered(lowered, checking);
  if (imported.unselected === true && !fitUnselected(lowered.tools, checking))
    document.context.settings.refuse();
  const { set, healthy } = withoutBroken(normalised, lowered, report);
  return { imported, set, lowered: healthy, lock, settled: lock !== "unreadable" && areNamesSettled };
}
