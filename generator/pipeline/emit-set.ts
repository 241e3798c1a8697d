import { posix } from "node:path";
import type { KeptTool } from "../emit/kept-tool.js";
import { plainSchemas } from "../export/tool-schema.js";
import type { ToolSet } from "../ir.js";
import { signatureOf } from "../lower/signature.js";
import type { LoweredSet } from "../lower/lowered.js";
import { indexSet } from "../search/index-set.js";
import type { SourceFile } from "../base/documents.js";
import { outputVersion, planSet } from "../emit/plan.js";
import type { PlannedFile, RecordedNames } from "../emit/planned-file.js";
import type { Formatting } from "../format/format.js";
import { type Analysis, readable } from "./decide.js";
import type { GeneratedSet, SearchIndex } from "./generation.js";
import type { OpenedDocument } from "./import-document.js";
import { keptSchemaTypes, type Kept, withKeptFiles } from "./keep.js";
import { hashText, type Lock, type LockedFile, lockFile, namesOf, printLock } from "./lock.js";
import { emptyLock, lockTools } from "./lock-rows.js";

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

export interface FileText {
  readonly planned: PlannedFile;
  readonly text: Promise<string> | string;
  readonly names: RecordedNames;
  /** The hash of an unchanged file. */
  readonly hash?: string;
}

/** Renders the files whose inputs changed or that differ from their hash in the lock. The others are read from disk. */
export async function renderFiles(
  plan: readonly PlannedFile[],
  lock: Lock | undefined,
  readFile: (path: string) => string | undefined,
  onRender: (path: string) => void,
  formatting: Formatting,
): Promise<readonly FileText[]> {
  const known = new Map((lock?.output === outputVersion ? lock.files : []).map((file) => [file.path, file]));
  const texts: FileText[] = [];
  for (const planned of plan) {
    const before = known.get(planned.path);
    const onDisk = before?.key === planned.key ? readFile(planned.path) : undefined;
    if (onDisk !== undefined && hashText(onDisk) === before?.hash) {
      const text = onDisk.replaceAll("\r\n", "\n");
      texts.push({ planned, text, names: namesOf(before), hash: before.hash });
      continue;
    }
    onRender(planned.path);
    texts.push({ planned, ...(await formatting(planned)) });
  }
  return texts;
}

export async function whenFormatted(
  texts: readonly FileText[],
): Promise<{ files: SourceFile[]; lockedFiles: LockedFile[]; rendered: string[] }> {
  const files: SourceFile[] = [];
  const lockedFiles: LockedFile[] = [];
  const rendered: string[] = [];
  for (const { planned, text: promised, names, hash } of texts) {
    const text = await promised;
    files.push({ path: planned.path, text });
    lockedFiles.push({ path: planned.path, key: planned.key, hash: hash ?? hashText(text), ...names });
    if (hash === undefined) rendered.push(planned.path);
  }
  return { files, lockedFiles, rendered };
}
