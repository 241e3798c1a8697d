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

/** The folder of a tool set as the last run wrote it. */
export interface SetFolder {
  /** The path relative to the project root. */
  readonly path: string;
  /** Returns the text of a file in the folder. */
  read(path: string): string | undefined;
}

export interface EmitInputs {
  readonly folder: SetFolder;
  /** The origin of the API, which is written into the lock. */
  readonly origin: string | undefined;
  readonly formatting: Formatting;
  readonly dry: boolean;
  readonly onProgress: (path: string) => void;
}

/** A tool set whose files are still being formatted. The next set is compiled in the meantime. */
export interface PendingSet {
  /** The set without its files, which are known only after formatting. */
  readonly set: Omit<GeneratedSet, "files" | "rendered">;
  /** The files of the set. The value is undefined if the folder of the set stays unchanged. */
  readonly texts: readonly FileText[] | undefined;
}

/**
 * Plans and renders the files of a tool set. Returns undefined if a kept tool needs a shared schema that no longer
 * exists.
 */
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

/** Returns the search index of a set. The result is undefined if the set has no search. */
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

/** Returns the result for a tool set whose errors forbid writing. */
export function failedSet({ imported, set, lock, settled }: Analysis): PendingSet {
  const { name, source } = imported;
  return {
    set: { name, source, lock: readable(lock) ?? emptyLock(set), settled, failed: true },
    texts: undefined,
  };
}

/** Waits for the formatter, then adds the lock to the files. */
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
  /** The hash of the file in the lock, if the file is unchanged. */
  readonly hash?: string;
}

/**
 * Returns the texts of the planned files. A file is rendered if its key changed, or if the text on disk differs from
 * the hash in the lock. Other files are read from disk.
 */
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
  for (const { planned, text: pending, names, hash } of texts) {
    const text = await pending;
    files.push({ path: planned.path, text });
    lockedFiles.push({ path: planned.path, key: planned.key, hash: hash ?? hashText(text), ...names });
    if (hash === undefined) rendered.push(planned.path);
  }
  return { files, lockedFiles, rendered };
}
