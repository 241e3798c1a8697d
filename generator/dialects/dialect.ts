import type { Report } from "../diagnostics/report.js";
import type { Documents, SourceDocument } from "../base/documents.js";
import type { ImportedSet } from "../ir.js";
import type { SettingName, Settings } from "./spec-settings.js";

/** One way to write tools down. A new dialect is a new file and a line in `dialects/index.ts`. */
export interface Dialect {
  /** As given to `--from`. */
  readonly name: string;
  /** As shown to people. */
  readonly title: string;
  /** Ours: an error writes nothing. Foreign: one bad tool is reported and skipped. */
  readonly foreign: boolean;
  /** Tells the dialect by content; the first in the table that says yes is used. */
  recognises(value: unknown): boolean;
  /** The settings it reads, beside `from`. */
  readonly settings: readonly SettingName[];
  import(document: SourceDocument, context: ImportContext): readonly ImportedSet[];
}

export interface ImportContext {
  /** Name of the set where the document gives none: made from the file name. */
  readonly setName: string;
  readonly documents: Documents;
  readonly report: Report;
  /** What config and flags say about the spec: selection, overlays, splitting. Each dialect checks what it reads. */
  readonly settings: Settings;
  /** The dialect that a person named. */
  readonly from?: string | undefined;
  /** A document with more operations needs a selection. Default: the default budget. */
  readonly mostTools?: number | undefined;
}
