import type { Report } from "../diagnostics/report.js";
import type { Documents, SourceDocument } from "../base/documents.js";
import type { ImportedSet } from "../ir.js";
import type { SettingName, Settings } from "./spec-settings.js";

/** A form in which specs are written. A new dialect is a new file and a line in `dialects/index.ts`. */
export interface Dialect {
  /** The value for `--from`. */
  readonly name: string;
  /** The name that users see. */
  readonly title: string;
  /** In our own dialect an error forbids writing. In a foreign dialect a bad tool is reported and skipped. */
  readonly foreign: boolean;
  /** Recognises the dialect by content. The first dialect of the table that returns true is used. */
  recognises(value: unknown): boolean;
  /** The settings that the dialect reads, except `from`. */
  readonly settings: readonly SettingName[];
  import(document: SourceDocument, context: ImportContext): readonly ImportedSet[];
}

export interface ImportContext {
  /** The name of the set if the document has no name. It is made from the file name. */
  readonly setName: string;
  readonly documents: Documents;
  readonly report: Report;
  /**
   * The values of config and flags for the spec: selection, overlays, splitting. Each dialect checks the values that
   * it reads.
   */
  readonly settings: Settings;
  /** The dialect that the user named. */
  readonly from?: string | undefined;
  /** A document with more operations needs a selection. Default: the limit of the default budget. */
  readonly mostTools?: number | undefined;
}
