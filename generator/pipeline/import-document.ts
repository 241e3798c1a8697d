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

// The first half of the pipeline. Every command that reads a spec uses it, so that the same limits and settings apply.

/** A document to import. */
export interface Source extends SpecFile {
  /** The text was produced from foreign tools, even if its dialect is ours: a bad detail costs only that detail. */
  readonly foreign?: boolean;
  /** The location of a node in the original file, if the document was produced from one. */
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
  /** Not written by the user: an error costs one tool, not the set. */
  readonly foreign: boolean;
  readonly documents: Documents;
  readonly context: ImportContext;
  /** The pattern analysis of the document. Its sets share one time budget. */
  readonly patterns: DocumentPatterns;
  readonly inputs: ImportInputs;
}

export interface ImportedDocument extends OpenedDocument {
  readonly sets: readonly ImportedSet[];
}

/** Reads a document, finds its dialect and opens its settings; undefined if a problem was reported. */
export function openDocument(source: Source, inputs: ImportInputs): OpenedDocument | undefined {
  const { load, limits, options, report } = inputs;
  const document = withLocations(read(source, report, limits), source);
  const dialect = document && findDialect(document, source.from, report);
  if (document === undefined || dialect === undefined) return undefined;
  // A spec outside the project may refer only to files beside it.
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

/** Opens a document and imports its sets; undefined if it cannot be read. */
export function importDocument(source: Source, inputs: ImportInputs): ImportedDocument | undefined {
  const opened = openDocument(source, inputs);
  if (opened === undefined) return undefined;
  const { document, dialect, context } = opened;
  return { ...opened, sets: importSets(dialect, document, context) };
}

/** A set with names and normal schemas. */
export interface NormalisedSet {
  readonly set: ToolSet;
  /** With these names in the lock, the next run reports the same problems about names. */
  readonly areNamesSettled: boolean;
}

/** Names the tools of a set and normalises their schemas. `locked` has the names of the last run. */
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
