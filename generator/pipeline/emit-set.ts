import { posix } from "node:path";
import type { KeptTool } from "../emit/kept-tool.js";
import { plainSchemas } from "../export/tool-schema.js";
import type { ToolSet } from "../ir.js";
import { signatureOf } from "../lower/signature.js";
import type { LoweredSet } from "../lower/lowered.js";
import { indexSet } from "../search/index-set.js";
import { outputVersion, planSet } from "../emit/plan.js";
import { type Analysis, readable } from "./decide.js";
import type { GeneratedSet, SearchIndex } from "./generation.js";
import type { OpenedDocument } from "./import-document.js";
import { keptSchemaTypes, type Kept, withKeptFiles } from "./keep.js";
import { type Lock, lockFile, printLock } from "./lock.js";
import { emptyLock, lockTools } from "./lock-rows.js";
import { type FileText, type Formatting, renderFiles, whenFormatted } from "./render-files.js";

/** The folder of a set as the last run wrote it. */
export interface SetFolder {
  /** From the project root. */
  readonly path: string;
  /** Text of a file in it. */
  read(path: string): string | undefined;
}

export interface EmitInputs {
  readonly folder: SetFolder;
  /** The origin of the API, for the lock. */
  readonly origin: string | undefined;
  readonly formatting: Formatting;
  readonly dry: boolean;
  readonly onProgress: (path: string) => void;
}

/** A set whose files are being formatted while the next set is compiled. */
export interface PendingSet {
  /** The lock does not have its files yet. */
  readonly set: Omit<GeneratedSet, "files" | "rendered">;
  /** Undefined if the folder stays unchanged. */
  readonly texts: readonly FileText[] | undefined;
}

/** Plans and renders the files of a set. Undefined if the shared schemas of a kept tool no longer exist. */
export async function emitSet(
  { imported, set, lowered, lock: found, settled }: Analysis,
  kept: readonly Kept[],
  { options, report }: OpenedDocument["inputs"],
  { folder, origin, formatting, dry, onProgress }: EmitInputs,
): Promise<PendingSet | undefined> {
  const lock = readable(found);
  const keptTools = kept.map(({ tool }) => tool);
  const tools = lockTools(lowered, keptTools, imported, lock);
  const order = tools.map(({ name }) => name);
  const keptSchemas = keptSchemaTypes(set, keptTools, lock, folder.read);
  const search = indexTools(set, lowered, keptTools, order);
  const plain = new Map(
    options.jsonSchemas ? lowered.tools.map(({ tool }) => [tool.name, plainSchemas(tool, set)]) : [],
  );
  const request = {
    ...{ set, lowered, kept: keptTools, keptSchemas, order, options, plain, folder: folder.path },
    searchLines: search?.lines,
  };
  const plan = dry ? [] : await withKeptFiles(planSet(request), keptTools, lock, folder.read);
  if (plan === undefined) return undefined;
  for (const { tool, origin } of kept) report.add("TP220", { key: origin }, { tool: tool.name });
  const onRender = (path: string): void => onProgress(posix.join(folder.path, path));
  const texts = await renderFiles(plan, lock, folder.read, onRender, formatting);
  const next: Lock = { output: outputVersion, source: set.source, origin, tools, files: [] };
  const { name, source } = imported;
  const made = { name, source, lock: next, settled, failed: false, ...(search && { search }) };
  return { set: made, texts };
}

/** The search index of a set; undefined if the set has no search. */
function indexTools(
  set: ToolSet,
  { tools }: LoweredSet,
  kept: readonly KeptTool[],
  order: readonly string[],
): SearchIndex | undefined {
  if (set.search === undefined) return undefined;
  const compiled = tools.map(({ tool, declaration }) => ({ name: tool.name, declaration, tool }));
  const others = kept.map(({ name, declaration }) => ({ name, declaration, tool: undefined }));
  const all = [...compiled, ...others].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  const lines = indexSet(
    set,
    all.map((one) => ({ ...one, signature: signatureOf(one.declaration) })),
  );
  return { lines, settings: set.search, groups: set.groups };
}

/** The result for a set of which no file is written because of errors. */
export function failedSet({ imported, set, lock, settled }: Analysis): PendingSet {
  const { name, source } = imported;
  return {
    set: { name, source, lock: readable(lock) ?? emptyLock(set), settled, failed: true },
    texts: undefined,
  };
}

/** Waits for the formatter, and adds the lock to the files. */
export async function finishSet({ set, texts }: PendingSet): Promise<GeneratedSet> {
  if (texts === undefined) return { ...set, files: [], rendered: [] };
  const { files, lockedFiles, rendered } = await whenFormatted(texts);
  const lock: Lock = { ...set.lock, files: lockedFiles };
  return { ...set, lock, files: [...files, { path: lockFile, text: printLock(lock) }], rendered };
}
