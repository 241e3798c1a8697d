import { posix } from "node:path";
import { plainSchemas } from "../export/tool-schema.js";
import { outputVersion, planSet } from "../emit/plan.js";
import { type Analysis, readable } from "./decide.js";
import type { GeneratedSet } from "./generation.js";
import type { OpenedDocument } from "./import-document.js";
import { keptSchemaTypes, type Kept, withKeptFiles } from "./keep.js";
import { type Lock, lockFile, printLock } from "./lock.js";
import { emptyLock, lockTools } from "./lock-rows.js";
import { type FileText, type Formatting, renderFiles, whenFormatted } from "./render-files.js";

/** The folder of a tool set as the last run wrote it. */
export interface SetFolder {
  /** The path relative to the project root. */
  readonly path: string;
  /** Returns the text of a file in the folder. */
  read(path: string): string | undefined;
}

export interface EmitInputs {
  readonly folder: SetFolder;
  /** The origin of the API that the lock will contain. */
  readonly origin: string | undefined;
  readonly formatting: Formatting;
  readonly dry: boolean;
  readonly onProgress: (path: string) => void;
}

/** A tool set whose files are still being formatted. The next set is compiled in the meantime. */
export interface PendingSet {
  /** The set without its files, which are known only after formatting. */
  readonly set: Omit<GeneratedSet, "files" | "rendered">;
  /** Undefined if the folder of the set stays unchanged. */
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
  const plain = new Map(
    options.jsonSchemas ? lowered.tools.map(({ tool }) => [tool.name, plainSchemas(tool, set)]) : [],
  );
  const request = { set, lowered, kept: keptTools, keptSchemas, order, options, plain, folder: folder.path };
  const plan = dry ? [] : await withKeptFiles(planSet(request), keptTools, lock, folder.read);
  if (plan === undefined) return undefined;
  for (const { tool, origin } of kept) report.add("TP220", { key: origin }, { tool: tool.name });
  const onRender = (path: string): void => onProgress(posix.join(folder.path, path));
  const texts = await renderFiles(plan, lock, folder.read, onRender, formatting);
  const next: Lock = { output: outputVersion, source: set.source, origin, tools, files: [] };
  const { name, source } = imported;
  return { set: { name, source, lock: next, settled, failed: false }, texts };
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
