import type { SourceFile } from "../../base/documents.js";
import type { CompiledSpec, GeneratedSet, SpecFile } from "../../pipeline/generation.js";
import { hashText, type Lock, lockFile, readLock } from "../../pipeline/lock.js";
import type { Project } from "../project/project.js";
import type { Folder } from "../../write/folder.js";
import { isUnchanged } from "./file-stamp.js";
import { hashInputs, hashLoaded, type SetEntry, type SpecEntry } from "./spec-entry.js";

/** The cached result of an earlier run for one spec. */
export interface CachedSpec {
  readonly compiled: CompiledSpec;
  /** The sets whose folders matched the plan and have not changed since then. These sets are not compared again. */
  readonly untouched: ReadonlySet<GeneratedSet>;
}

/**
 * Returns the cached result of a spec. Returns undefined if compiling the spec again could give another result, or if
 * the folders of its sets do not contain exactly this output.
 */
export function readSpec(spec: SpecFile, entry: SpecEntry, project: Project): CachedSpec | undefined {
  if (entry.inputs !== hashInputs(spec, project)) return undefined;
  const dependencies = new Map(entry.dependencies.map(([path]) => [path, project.load(path)]));
  if (!entry.dependencies.every(([path, text]) => hashLoaded(dependencies.get(path)) === text))
    return undefined;
  const sets: GeneratedSet[] = [];
  const untouched = new Set<GeneratedSet>();
  for (const known of entry.sets) {
    const isUntouched = known.stamps?.every(isUnchanged) === true;
    const set = readSet(known, project.folderOf(known.name), isUntouched);
    if (set === undefined) return undefined;
    sets.push(set);
    if (isUntouched) untouched.add(set);
  }
  return { compiled: { spec, sets, diagnostics: entry.diagnostics, dependencies }, untouched };
}

function readSet(known: SetEntry, folder: Folder, isUntouched: boolean): GeneratedSet | undefined {
  const text = readRegular(folder, lockFile);
  if (text === undefined || hashText(text) !== known.lock) return undefined;
  const lock = readLock(text);
  if (lock === undefined) return undefined;
  // A lock can be edited. So its hashes count only for files that this build has rendered.
  if (known.rendered.length !== lock.files.length) return undefined;
  const { name, source } = known;
  const set = { name, source, lock, rendered: [], settled: true, failed: false };
  const files = (): readonly SourceFile[] | undefined => readAll(folder, lock, text);
  if (isUntouched) {
    return {
      ...set,
      // The texts are read only when they are used, because they are large and seldom needed.
      get files() {
        return files() ?? [];
      },
    };
  }
  const found = files();
  return found && { ...set, files: found };
}

/**
 * Returns the files of a set and, at the end, the lock. Returns undefined if a file differs from its hash in the lock.
 */
function readAll(folder: Folder, lock: Lock, lockText: string): readonly SourceFile[] | undefined {
  const files: SourceFile[] = [];
  for (const { path, hash } of lock.files) {
    const text = readRegular(folder, path);
    if (text === undefined || hashText(text) !== hash) return undefined;
    files.push({ path, text: withLf(text) });
  }
  return [...files, { path: lockFile, text: withLf(lockText) }];
}

function readRegular(folder: Folder, path: string): string | undefined {
  return folder.obstacle(path) === undefined ? folder.read(path) : undefined;
}

function withLf(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
