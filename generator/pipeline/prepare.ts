import { posix } from "node:path";
import type { FunctionDeclaration } from "@toolpress/runtime";
import { checkMendable } from "../check/check.js";
import { mendSet } from "../check/mend.js";
import type { Report } from "../diagnostics/report.js";
import type { Dialect } from "../dialects/dialect.js";
import { findDialect, importSets, namingOf } from "../dialects/index.js";
import { type GivenSettings, openSettings } from "../dialects/spec-settings.js";
import type { Load, SourceDocument, SourceFile } from "../base/documents.js";
import type { Origin, Place } from "../base/origin.js";
import type { ToolSet } from "../ir.js";
import { lowerSet } from "../lower/lower.js";
import { nameTools, withWireNames } from "../name/name.js";
import { defaultOptions, type Options } from "../options.js";
import { isOutside } from "../base/paths.js";
import { DocumentPatterns } from "../check/patterns/document-patterns.js";
import { createDocuments, defaultLimits, type Limits, read } from "../read/read.js";
import { normaliseSet } from "../schema/normalise.js";
import { setNameOf } from "../base/words.js";

/** A document to turn into tools without generating code. */
export interface Source extends SourceFile, GivenSettings {
  readonly from?: string | undefined;
  /** A document with more operations needs a selection. */
  readonly mostTools?: number | undefined;
  readonly options?: Options | undefined;
  /** It says what others said, whatever its dialect is: a bad detail costs that detail. */
  readonly foreign?: boolean;
  /** Where a node is in what people wrote, where this document was made of that. */
  readonly placeOf?: (path: Origin["path"]) => Place | undefined;
}

export interface Prepared {
  readonly dialect: Dialect;
  readonly sets: readonly ToolSet[];
}

/** The first half of the pipeline, for commands that write something else than code: read, import, name, normalise, mend. */
export function prepare(
  source: Source,
  load: Load,
  report: Report,
  limits: Limits = defaultLimits,
): Prepared | undefined {
  const document = withPlaces(read(source, report, limits), source);
  const dialect = document && findDialect(document, source.from, report);
  if (document === undefined || dialect === undefined) return undefined;
  // A document outside the project brings the files beside it, and no others.
  const root = isOutside(source.path) ? posix.dirname(source.path) : "";
  const documents = createDocuments({ root, load, report, limits, documents: [document] });
  const settings = openSettings(source, report);
  const isForeign = dialect.foreign || source.foreign === true;
  if (isForeign) report.treatAsForeign();
  const { mostTools, from, options = defaultOptions } = source;
  const patterns = new DocumentPatterns();
  const context = { setName: setNameOf(source.path), documents, report, settings, from, mostTools };
  const sets = importSets(dialect, document, context).map((imported) => {
    const names = nameTools(imported, { ...namingOf(dialect), locked: new Map() }, report);
    const set = normaliseSet(withWireNames(imported, names), names, documents, report);
    if (!isForeign) return set;
    const checking = { set, options, report, patterns };
    checkMendable(checking);
    return mendSet(checking);
  });
  return { dialect, sets };
}

function withPlaces(document: SourceDocument | undefined, { placeOf }: Source): SourceDocument | undefined {
  if (document === undefined || placeOf === undefined) return document;
  return { ...document, place: (path, on) => placeOf(path) ?? document.place(path, on) };
}

/** What Gemini is told about the tools of a set, by name. */
export function declare(
  set: ToolSet,
  options: Options,
  report: Report,
): ReadonlyMap<string, FunctionDeclaration> {
  return new Map(
    lowerSet(set, options, report).tools.map(({ declaration }) => [declaration.name, declaration]),
  );
}
