import { type Diagnostic, mergeDiagnostics } from "../diagnostics/report.js";
import type { GivenSettings } from "../dialects/spec-settings.js";
import type { SearchSettings } from "../ir.js";
import type { Load, SourceFile } from "../base/documents.js";
import type { Limits } from "../read/read.js";
import type { Lock } from "./lock.js";

/** The specs of a run, with the functions and settings that compiling them needs. */
export interface Inputs {
  readonly specs: readonly SpecFile[];
  /** Reads a file to which a spec refers. */
  readonly load: Load;
  /** The path of the output folder, relative to the project root. */
  readonly out: string;
  readonly limits?: Limits;
  /** The specs whose results are already known. These specs are not compiled again. */
  readonly known?: ReadonlyMap<SpecFile, CompiledSpec>;
  /** If true, only diagnostics and sizes are computed, and no file is rendered. */
  readonly dry?: boolean;
  /** Called with the path of each spec before it is compiled, and with the path of each file that is rendered. */
  readonly onProgress?: (path: string) => void;
}

/** The output of the last run. Files are addressed by the set and by the path inside of its folder. */
export interface Previous {
  file(set: string, path: string): string | undefined;
  /** Returns the folders that may contain a tool set. */
  sets?(): readonly string[];
}

/** The results of a run, as data. */
export interface Generation {
  readonly sets: readonly GeneratedSet[];
  readonly diagnostics: readonly Diagnostic[];
  /** The results of each spec. */
  readonly specs: readonly CompiledSpec[];
}

/** A spec to compile, with its settings. */
export interface SpecFile extends SourceFile, GivenSettings {
  /** The dialect of the spec. If it is missing, the dialect is recognised by the content. */
  readonly from?: string | undefined;
}

/**
 * The result of compiling one spec. It depends on the spec, on the files that the spec loads, on the last output of its
 * sets, and on the names of earlier sets.
 */
export interface CompiledSpec {
  readonly spec: SpecFile;
  readonly sets: readonly GeneratedSet[];
  readonly diagnostics: readonly Diagnostic[];
  /** The results of `load` by path. Files that are missing are included. */
  readonly dependencies: ReadonlyMap<string, ReturnType<Load>>;
}

export interface GeneratedSet {
  readonly name: string;
  readonly source: string;
  /** All files of the set's folder, including the lock. The value is empty if errors forbid writing. */
  readonly files: readonly SourceFile[];
  readonly lock: Lock;
  /** The files that were rendered. All other files are unchanged. */
  readonly rendered: readonly string[];
  /**
   * True if a second run with this lock would report the same diagnostics. Renames, for example, are reported only
   * once.
   */
  readonly settled: boolean;
  /** True if errors forbid writing, so that the folder stays unchanged. */
  readonly failed: boolean;
  /** The search index. Missing if the set has no search. */
  readonly search?: SearchIndex;
}

/** The search index of a set. */
export interface SearchIndex {
  /** One line per tool, as in `search.txt`. */
  readonly lines: readonly string[];
  readonly settings: SearchSettings;
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

/** Merges the results of specs, in their order. Diagnostics are ordered by location, and duplicates are removed. */
export function gather(specs: readonly CompiledSpec[]): Generation {
  const sets = specs.flatMap((spec) => spec.sets);
  return { sets, diagnostics: mergeDiagnostics(specs.map(({ diagnostics }) => diagnostics)), specs };
}
