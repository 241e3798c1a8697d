import type { Diagnostic } from "../../diagnostics/report.js";
import type { Load } from "../../base/documents.js";
import type { SpecFile } from "../../pipeline/generation.js";
import type { LockedFile } from "../../pipeline/lock.js";
import type { Project } from "../project/project.js";
import { hashOf } from "./sealed-file.js";
import type { Witness } from "./witness.js";

/** What is remembered of one spec: all that its outcome followed from, and the outcome. */
export interface SpecEntry {
  readonly path: string;
  /** Hash of what the compiler was told; empty where the same again would say something else. */
  readonly told: string;
  /** The files it asked for, and hashes of the answers. */
  readonly asked: readonly (readonly [path: string, answer: string])[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sets: readonly SetEntry[];
}

export interface SetEntry {
  readonly name: string;
  readonly source: string;
  /** Hash of the lock, which holds the hashes of all other files. */
  readonly lock: string;
  /** The files that this build rendered itself, now or in an earlier run, instead of believing the lock. */
  readonly rendered: readonly LockedFile[];
  /** Everything in the set's folder when it was last found as planned; undefined where that was too fresh to tell a change. */
  readonly witnesses?: readonly Witness[] | undefined;
}

/** Everything that `generate` is told of a spec, but for the files it asks for. */
export function hashTold(spec: SpecFile, { config, out }: Project): string {
  const { path, text, original, from, settings, flags } = spec;
  const told = JSON.stringify([
    path,
    from,
    settings,
    flags,
    original === undefined,
    config.options,
    config.limits,
    out,
  ]);
  return hashOf(told, text, original ?? "");
}

export function hashAnswer(answer: ReturnType<Load>): string {
  if (answer === undefined) return "missing";
  return typeof answer === "string" ? hashOf(answer) : `refused: ${answer.refused}`;
}
