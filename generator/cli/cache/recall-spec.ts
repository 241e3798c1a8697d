import type { SourceFile } from "../../base/documents.js";
import type { CompiledSpec, GeneratedSet, SpecFile } from "../../pipeline/generation.js";
import { hashText, type Lock, lockFile, readLock } from "../../pipeline/lock.js";
import type { Project } from "../project/project.js";
import type { Folder } from "../../write/folder.js";
import { hashAnswer, hashTold, type SetEntry, type SpecEntry } from "./spec-entry.js";
import { isStillTrue } from "./witness.js";

export interface RecalledSpec extends CompiledSpec {
  /** Sets in whose folder nothing was touched since it was found as planned. */
  readonly untouched: ReadonlySet<GeneratedSet>;
}

export function isRecalled(compiled: CompiledSpec): compiled is RecalledSpec {
  return "untouched" in compiled;
}

/** The sets that need not be looked at again. */
export function untouchedSets(compiled: CompiledSpec): readonly GeneratedSet[] {
  return isRecalled(compiled) ? [...compiled.untouched] : [];
}

/** What a spec came to last time, if it would come to the same now and that is what the folders of its sets hold. */
export function recallSpec(spec: SpecFile, entry: SpecEntry, project: Project): RecalledSpec | undefined {
  if (entry.told !== hashTold(spec, project)) return undefined;
  const asked = new Map(entry.asked.map(([path]) => [path, project.load(path)]));
  if (!entry.asked.every(([path, answer]) => hashAnswer(asked.get(path)) === answer)) return undefined;
  const sets: GeneratedSet[] = [];
  const untouched = new Set<GeneratedSet>();
  for (const known of entry.sets) {
    const isUntouched = known.witnesses?.every(isStillTrue) === true;
    const set = recallSet(known, project.folderOf(known.name), isUntouched);
    if (set === undefined) return undefined;
    sets.push(set);
    if (isUntouched) untouched.add(set);
  }
  return { spec, sets, diagnostics: entry.diagnostics, asked, untouched };
}

function recallSet(known: SetEntry, folder: Folder, isUntouched: boolean): GeneratedSet | undefined {
  const text = readRegular(folder, lockFile);
  if (text === undefined || hashText(text) !== known.lock) return undefined;
  const lock = readLock(text);
  if (lock === undefined) return undefined;
  // A lock can be edited, so its hashes count only for files that this build rendered itself.
  if (known.rendered.length !== lock.files.length) return undefined;
  const { name, source } = known;
  const set = { name, source, lock, rendered: [], settled: true, failed: false };
  const files = (): readonly SourceFile[] | undefined => readAll(folder, lock, text);
  if (isUntouched) {
    return {
      ...set,
      // Few want the texts again, and they are many.
      get files() {
        return files() ?? [];
      },
    };
  }
  const found = files();
  return found && { ...set, files: found };
}

/** The files of a set, the lock last; undefined where one is not what the lock says. */
function readAll(folder: Folder, lock: Lock, lockText: string): readonly SourceFile[] | undefined {
  const files: SourceFile[] = [];
  for (const { path, hash } of lock.files) {
    const text = readRegular(folder, path);
    if (text === undefined || hashText(text) !== hash) return undefined;
    files.push({ path, text: folded(text) });
  }
  return [...files, { path: lockFile, text: folded(lockText) }];
}

function readRegular(folder: Folder, path: string): string | undefined {
  return folder.obstacle(path) === undefined ? folder.read(path) : undefined;
}

function folded(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
