import { type Diagnostic, mergeDiagnostics } from "../diagnostics/report.js";
import type { GivenSettings } from "../dialects/spec-settings.js";
import type { SearchSettings } from "../ir.js";
import type { Load, SourceFile } from "../base/documents.js";
import type { Limits } from "../read/read.js";
import type { Lock } from "./lock.js";

/** The specs of a run, and a function that reads the files that they refer to. */
export interface Inputs {
  readonly specs: readonly SpecFile[];
  /** Reads a file that a spec refers to. */
  readonly load: Load;
  /** Output folder from the project root. */
  readonly out: string;
  readonly limits?: Limits;
  /** Specs whose result is known; they are not compiled. */
  readonly known?: ReadonlyMap<SpecFile, CompiledSpec>;
  /** Diagnostics and sizes only: no file is rendered. */
  readonly dry?: boolean;
  /** Called with the path of each spec that is compiled, then of each file that is rendered. */
  readonly onProgress?: (path: string) => void;
}

/** The output of the last run, by set and by path inside the set's folder. */
export interface Previous {
  file(set: string, path: string): string | undefined;
  /** Folders that may hold a set. */
  sets?(): readonly string[];
}

/** The result of compiling specs, as data. */
export interface Generation {
  readonly sets: readonly GeneratedSet[];
  readonly diagnostics: readonly Diagnostic[];
  /** The results of each spec. */
  readonly specs: readonly CompiledSpec[];
}

/** A spec to compile. */
export interface SpecFile extends SourceFile, GivenSettings {
  /** Names the dialect instead of recognising it. */
  readonly from?: string | undefined;
}

/** The result of compiling one spec. It depends on the spec, the files that it loads, the last output of its sets and the names of earlier sets. */
export interface CompiledSpec {
  readonly spec: SpecFile;
  readonly sets: readonly GeneratedSet[];
  readonly diagnostics: readonly Diagnostic[];
  /** The results of `load` by path, including missing files. */
  readonly dependencies: ReadonlyMap<string, ReturnType<Load>>;
}

export interface GeneratedSet {
  readonly name: string;
  readonly source: string;
  /** All files of the set's folder, including the lock. Empty if errors forbid writing. */
  readonly files: readonly SourceFile[];
  readonly lock: Lock;
  /** The files that had to be rendered. The others are unchanged. */
  readonly rendered: readonly string[];
  /** A second run with this lock reports the same: renames are reported once. */
  readonly settled: boolean;
  /** Errors forbid writing: the folder stays unchanged. */
  readonly failed: boolean;
  /** Set if the model finds the tools with a search. */
  readonly search?: SearchIndex;
}

/** The search index of a set. */
export interface SearchIndex {
  /** One line per tool, as in `search.txt`. */
  readonly lines: readonly string[];
  readonly settings: SearchSettings;
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

/** Merges the results of specs, in their order. Diagnostics are ordered by location, each problem once. */
export function gather(specs: readonly CompiledSpec[]): Generation {
  const sets = specs.flatMap((spec) => spec.sets);
  return { sets, diagnostics: mergeDiagnostics(specs.map(({ diagnostics }) => diagnostics)), specs };
}
