import { outputVersion } from "../emit/context.js";
import type { ImportedSet, ToolSet } from "../ir.js";
import type { LoweredSet } from "../lower/lowered.js";
import type { OpenedDocument } from "./import-document.js";
import { findKeptTools, isUsableIn, type Kept } from "./keep.js";
import type { Lock } from "./lock.js";

/** The facts about a tool set that `decide` and `emitSet` use. */
export interface Analysis {
  readonly imported: ImportedSet;
  /** The tool set without the tools that have errors. */
  readonly set: ToolSet;
  readonly lowered: LoweredSet;
  readonly lock: Lock | undefined | "unreadable";
  /** True if a second run would report the same diagnostics. Renames, for example, are reported only once. */
  readonly settled: boolean;
}

/** The decision about which files of a tool set are written. "keep everything" leaves its folder unchanged. */
export type Decision =
  | { readonly kind: "keep everything" }
  | { readonly kind: "write"; readonly kept: readonly Kept[] };

/**
 * Decides which files are written although there are errors. Kept code is not compared with the spec. So code is kept
 * only if an error is reported. This error makes `gen --check` fail.
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

/** Returns whether the errors of a tool set forbid writing any of its files. */
function mustNotWrite(
  { set, lock }: Analysis,
  { foreign, context }: OpenedDocument,
  kept: readonly Kept[],
): boolean {
  const isOwnSpec = !foreign;
  const areNamesLost = lock === "unreadable";
  const hasNoTools = set.tools.length === 0;
  // The settings decide which tools need approval, so invalid settings must not be used.
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

/** Returns whether the lock has a row for a file. Only this row records which shared schemas a kept file imports. */
function hasRow(file: string, lock: Lock | undefined): boolean {
  return lock?.files.some(({ path }) => path === file) === true;
}

/** Returns the lock. Returns undefined if the lock is damaged, because this was reported before. */
export function readable(lock: Analysis["lock"]): Lock | undefined {
  return lock === "unreadable" ? undefined : lock;
}
