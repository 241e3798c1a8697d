import type { Report } from "../diagnostics.js";
import type { Documents, SourceDocument } from "../documents.js";
import type { ImportedSet } from "../ir.js";

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
  import(document: SourceDocument, context: ImportContext): readonly ImportedSet[];
}

export interface ImportContext {
  /** Name of the set where the document gives none: made from the file name. */
  readonly setName: string;
  readonly documents: Documents;
  readonly report: Report;
  /** The `specs.<file>` entry of the config, as data: selection, overlays, splitting. Each dialect checks what it reads. */
  readonly settings: Readonly<Record<string, unknown>>;
}
