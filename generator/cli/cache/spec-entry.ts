import type { Diagnostic } from "../../diagnostics/report.js";
import type { Load } from "../../base/documents.js";
import type { SpecFile } from "../../pipeline/generation.js";
import type { LockedFile } from "../../pipeline/lock.js";
import type { Project } from "../project/project.js";
import { hashOf } from "./cache-file.js";
import type { FileStamp } from "./file-stamp.js";

/** The result of compiling one spec, and everything that decided it. */
export interface SpecEntry {
  readonly path: string;
  /** Hash of the compiler's inputs; empty if the result is not repeatable. */
  readonly inputs: string;
  /** The files that it loaded, and hashes of their texts. */
  readonly dependencies: readonly (readonly [path: string, text: string])[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sets: readonly SetEntry[];
}

export interface SetEntry {
  readonly name: string;
  readonly source: string;
  /** Hash of the lock, which holds the hashes of all other files. */
  readonly lock: string;
  /** The files that this build rendered itself, in this run or an earlier one. The lock proves nothing. */
  readonly rendered: readonly LockedFile[];
  /** Everything in the set's folder when it was last found as planned; undefined if that was too fresh to recognise a change. */
  readonly stamps?: readonly FileStamp[] | undefined;
}

/** Hash of everything that `generate` gets for a spec, but for the files that it loads. */
export function hashInputs(spec: SpecFile, { config, out }: Project): string {
  const { path, text, original, from, settings, flags } = spec;
  const inputs = JSON.stringify([
    path,
    from,
    settings,
    flags,
    original === undefined,
    config.options,
    config.limits,
    out,
  ]);
  return hashOf(inputs, text, original ?? "");
}

export function hashLoaded(loaded: ReturnType<Load>): string {
  if (loaded === undefined) return "missing";
  return typeof loaded === "string" ? hashOf(loaded) : `refused: ${loaded.refused}`;
}
