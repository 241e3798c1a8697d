import type { Report } from "../diagnostics/report.js";
import type { Documents, SourceDocument } from "../base/documents.js";
import type { ImportedSet } from "../ir.js";
import type { SettingName, Settings } from "./spec-settings.js";

/** A form in which specs are written. A new dialect is a new file and a line in `dialects/index.ts`. */
export interface Dialect {
  /** The value of `--from` and `from` that names this dialect. */
  readonly name: string;
  /** The name of the dialect in messages. */
  readonly title: string;
  /**
   * False for our own YAML, in which an error prevents all writing. In a foreign dialect, a bad tool is reported and
   * skipped.
   */
  readonly foreign: boolean;
  /**
   * Whether a document is written in this dialect. The first dialect in `dialects/index.ts` that returns true
   * is used.
   */
  recognises(value: unknown): boolean;
  /** The settings that the dialect reads, except `from`. */
  readonly settings: readonly SettingName[];
  import(document: SourceDocument, context: ImportContext): readonly ImportedSet[];
}

/** The input of a dialect besides the document. */
export interface ImportContext {
  /**
   * The name of a set for which the document contains no name. The importer derives this name from the file name.
   */
  readonly setName: string;
  readonly documents: Documents;
  readonly report: Report;
  /**
   * The settings of the spec, from the config and from flags. Each dialect checks the settings that it reads.
   */
  readonly settings: Settings;
  /** The dialect that the user named with `from`. If undefined, the dialect is recognised by the content. */
  readonly from?: string | undefined;
  /**
   * The largest number of operations that become tools without a selection by the user. Default: the default
   * of `budgets.tools`.
   */
  readonly mostTools?: number | undefined;
}
