import { outputVersion } from "../emit/context.js";
import type { ImportedSet, ToolSet } from "../ir.js";
import type { LoweredSet } from "../lower/lowered.js";
import type { OpenedDocument } from "./import-document.js";
import { findKeptTools, isUsableIn, type Kept } from "./keep.js";
import type { Lock } from "./lock.js";

/** The facts about a set that `decide` and `emitSet` use. */
export interface Analysis {
  readonly imported: ImportedSet;
  /** The set without its broken tools. */
  readonly set: ToolSet;
  readonly lowered: LoweredSet;
  readonly lock: Lock | undefined | "unreadable";
  /** A second run would report the same: renames are reported once. */
  readonly settled: boolean;
}

/** `keep everything` leaves the folder of the set unchanged. */
export type Decision =
  | { readonly kind: "keep everything" }
  | { readonly kind: "write"; readonly kept: readonly Kept[] };

/**
 * Decides which files are written in spite of errors. Kept code is not compared with the spec, so it stays only beside an error, which
 * fails a check.
 */
export function decide(
  analysis: Analysis,
  document: OpenedDocument,
  readFile: (path: string) => string | undefined,
): Decision {
  const { imported, set } = analysis;
  if (!document.inputs.report.hasErrors) return { kind: "write", kept: [] };
  const kept = document.foreign ? findKeptTools(imported, set, readable(analysis.lock), readFile) : [];
  return mustNotWrite(analysis, document, kept) ? { kind: "keep everything" } : { kind: "write", kept };
}

/** Whether the errors of a set forbid writing any of its files. */
function mustNotWrite(
  { set, lock }: Analysis,
  { foreign, context }: OpenedDocument,
  kept: readonly Kept[],
): boolean {
  const isOwnSpec = !foreign;
  const areNamesLost = lock === "unreadable";
  const hasNoTools = set.tools.length === 0;
  // The settings decide which tools need approval, so wrong settings must not be used.
  const areSettingsWrong = context.settings.refused;
  const isKeptCodeOld = kept.length > 0 && readable(lock)?.output !== outputVersion;
  const hasKeptCodeNoRow = kept.some(({ tool }) => !hasRow(tool.file.path, readable(lock)));
  const lacksKeptCodeCredentials = kept.some(({ tool }) => !isUsableIn(set, tool));
  return (
    isOwnSpec ||
    areNamesLost ||
    hasNoTools ||
    areSettingsWrong ||
    isKeptCodeOld ||
    hasKeptCodeNoRow ||
    lacksKeptCodeCredentials
  );
}

/** Only its row in the lock records the shared schemas that a kept file imports. */
function hasRow(file: string, lock: Lock | undefined): boolean {
  return lock?.files.some(({ path }) => path === file) === true;
}

/** The lock, or undefined if it was reported as damaged. */
export function readable(lock: Analysis["lock"]): Lock | undefined {
  return lock === "unreadable" ? undefined : lock;
}
