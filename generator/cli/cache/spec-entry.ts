import type { Diagnostic } from "../../diagnostics/report.js";
import type { Load } from "../../base/documents.js";
import type { SpecFile } from "../../pipeline/generation.js";
import type { LockedFile } from "../../pipeline/lock.js";
import type { Project } from "../project/project.js";
import { hashOf } from "./cache-file.js";
import type { FileStamp } from "./file-stamp.js";

/** A cached result of compiling one spec, with hashes of everything that determines it. */
export interface SpecEntry {
  readonly path: string;
  /** A hash of the compiler's inputs. The value is empty if the result cannot be used again. */
  readonly inputs: string;
  /** The files that the spec loaded, and the hashes of their texts. */
  readonly dependencies: readonly (readonly [path: string, text: string])[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sets: readonly SetEntry[];
}

export interface SetEntry {
  readonly name: string;
  readonly source: string;
  /** The hash of the lock. The lock contains the hashes of all other files. */
  readonly lock: string;
  /**
   * The files that this build has rendered, in this run or in an earlier run. The lock does not prove this, because a
   * lock can be edited.
   */
  readonly rendered: readonly LockedFile[];
  /**
   * The stamps of everything in the set's folder, made when the folder matched the plan. The value is undefined if a
   * file was so new that a change could not be recognised.
   */
  readonly stamps?: readonly FileStamp[] | undefined;
}

/** Returns a hash of all inputs of `generate` for a spec. The files that the spec loads are excluded. */
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
