import { posix } from "node:path";
import type { Documents, Load, SourceDocument } from "../base/documents.js";
import type { Origin, SourceLocation } from "../base/origin.js";
import { isOutside } from "../base/paths.js";
import { setNameOf } from "../base/words.js";
import { DocumentPatterns } from "../check/patterns/document-patterns.js";
import type { Report } from "../diagnostics/report.js";
import type { Dialect, ImportContext } from "../dialects/dialect.js";
import { findDialect, importSets, namingOf } from "../dialects/index.js";
import { openSettings } from "../dialects/spec-settings.js";
import type { ImportedSet, ToolSet } from "../ir.js";
import { nameTools, withWireNames } from "../name/name.js";
import type { Options } from "../options.js";
import { createDocuments, type Limits, read } from "../read/read.js";
import { normaliseSet } from "../schema/normalise.js";
import type { SpecFile } from "./generation.js";

// Reads, names and normalises a document: the first half of the pipeline. Every command that reads a spec uses these
// functions, so that the same limits and settings apply everywhere.

/** A document to import. */
export interface Source extends SpecFile {
  /**
   * True if the text was produced from foreign tools, although its dialect is our own. An invalid detail then costs
   * only this detail.
   */
  readonly foreign?: boolean;
  /** Returns the location of a value in the original file, if the document was produced from another file. */
  readonly locationOf?: (path: Origin["path"]) => SourceLocation | undefined;
}

/** The inputs that all documents of a run share. */
export interface ImportInputs {
  readonly load: Load;
  readonly limits: Limits;
  readonly options: Options;
  readonly report: Report;
}

/** A document whose dialect and settings are known. */
export interface OpenedDocument {
  readonly document: SourceDocument;
  readonly dialect: Dialect;
  /** True if the user did not write the document. An error then costs one tool, and not the complete set. */
  readonly foreign: boolean;
  readonly documents: Documents;
  readonly context: ImportContext;
  /** The analysis of the document's patterns. All sets of the document share one limit of steps. */
  readonly patterns: DocumentPatterns;
  readonly inputs: ImportInputs;
}

export interface ImportedDocument extends OpenedDocument {
  readonly sets: readonly ImportedSet[];
}

/**
 * Reads a document, finds its dialect and opens its settings. If this is not possible, the problem is reported, and
 * undefined is returned.
 */
export function openDocument(source: Source, inputs: ImportInputs): OpenedDocument | undefined {
  const { load, limits, options, report } = inputs;
  const document = withLocations(read(source, report, limits), source);
  const dialect = document && findDialect(document, source.from, report);
  if (document === undefined || dialect === undefined) return undefined;
  // A spec outside of the project may refer only to files in its own folder.
  const root = isOutside(source.path) ? posix.dirname(source.path) : "";
  const documents = createDocuments({ root, load, report, limits, documents: [document] });
  const settings = openSettings(source, report);
  settings.allowOnly(dialect.settings, dialect.title);
  const foreign = dialect.foreign || source.foreign === true;
  if (foreign) report.treatAsForeign();
  const { tools: mostTools } = options.budgets;
  const { from } = source;
  const context = { setName: setNameOf(source.path), documents, report, settings, from, mostTools };
  return { document, dialect, foreign, documents, context, patterns: new DocumentPatterns(), inputs };
}

/** Opens a document and imports its tool sets. Returns undefined if the document cannot be read. */
export function importDocument(source: Source, inputs: ImportInputs): ImportedDocument | undefined {
  const opened = openDocument(source, inputs);
  if (opened === undefined) return undefined;
  const { document, dialect, context } = opened;
  return { ...opened, sets: importSets(dialect, document, context) };
}

/** A tool set whose tools have names and whose schemas are in the normal form. */
export interface NormalisedSet {
  readonly set: ToolSet;
  /** True if the next run, with these names in the lock, reports the same diagnostics about names. */
  readonly areNamesSettled: boolean;
}

/** Names the tools of a set and normalises their schemas. `locked` contains the names of the last run. */
export function nameAndNormalise(
  imported: ImportedSet,
  { dialect, documents, inputs: { options, report } }: OpenedDocument,
  locked: ReadonlyMap<string, string> = new Map(),
): NormalisedSet {
  const reported = report.size;
  const names = nameTools(imported, { ...namingOf(dialect), dashes: options.dashes, locked }, report);
  const areNamesSettled =
    report.size === reported || [...names].every(([tool, { name }]) => locked.get(tool.sourceName) === name);
  return { areNamesSettled, set: normaliseSet(withWireNames(imported, names), names, documents, report) };
}

function withLocations(
  document: SourceDocument | undefined,
  { locationOf }: Source,
): SourceDocument | undefined {
  if (document === undefined || locationOf === undefined) return document;
  return { ...document, location: (path, on) => locationOf(path) ?? document.location(path, on) };
}
