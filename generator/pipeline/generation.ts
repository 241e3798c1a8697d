import { type Diagnostic, mergeDiagnostics } from "../diagnostics/report.js";
import type { GivenSettings } from "../dialects/spec-settings.js";
import type { Load, SourceFile } from "../base/documents.js";
import type { Limits } from "../read/read.js";
import type { Lock } from "./lock.js";

/** All that is compiled, and how to read the files that it refers to. */
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

/** What the compiler makes of specs, as data. */
export interface Generation {
  readonly sets: readonly GeneratedSet[];
  readonly diagnostics: readonly Diagnostic[];
  /** The same by spec. */
  readonly specs: readonly CompiledSpec[];
}

/** A spec to compile. */
export interface SpecFile extends SourceFile, GivenSettings {
  /** Names the dialect instead of recognising it. */
  readonly from?: string | undefined;
}

/** The result of compiling one spec. The spec, the files that it loads, the last output of its sets and the names of earlier sets decide it. */
export interface CompiledSpec {
  readonly spec: SpecFile;
  readonly sets: readonly GeneratedSet[];
  readonly diagnostics: readonly Diagnostic[];
  /** The files that it loaded, missing ones included, and the answers. */
  readonly dependencies: ReadonlyMap<string, ReturnType<Load>>;
}

export interface GeneratedSet {
  readonly name: string;
  readonly source: string;
  /** Everything that belongs in the set's folder, the lock included. Empty when errors forbid writing. */
  readonly files: readonly SourceFile[];
  readonly lock: Lock;
  /** Files that had to be rendered; the rest was taken over unchanged. */
  readonly rendered: readonly string[];
  /** A second run with this lock reports the same: renames are reported once. */
  readonly settled: boolean;
  /** Errors forbid writing: what is in the folder stays. */
  readonly failed: boolean;
}

/** Specs side by side, in their order: each problem once, by place. */
export function gather(specs: readonly CompiledSpec[]): Generation {
  const sets = specs.flatMap((spec) => spec.sets);
  return { sets, diagnostics: mergeDiagnostics(specs.map(({ diagnostics }) => diagnostics)), specs };
}
