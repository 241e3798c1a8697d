import type { FunctionDeclaration } from "@toolpress/runtime";
import { checkMendable } from "../check/check.js";
import { mendSet } from "../check/mend.js";
import type { Report } from "../diagnostics/report.js";
import type { Dialect } from "../dialects/dialect.js";
import type { Load } from "../base/documents.js";
import type { ToolSet } from "../ir.js";
import { lowerSet } from "../lower/lower.js";
import { defaultOptions, type Options } from "../options.js";
import { defaultLimits, type Limits } from "../read/read.js";
import { importDocument, nameAndNormalise, type Source as ImportSource } from "./import-document.js";

/** A document for commands that need its tools but write no code. */
export interface Source extends ImportSource {
  readonly options?: Options | undefined;
}

export interface Prepared {
  readonly dialect: Dialect;
  readonly sets: readonly ToolSet[];
}

/**
 * Imports a document for commands that write no code. Invalid details of foreign documents are reported and removed.
 */
export function prepare(
  source: Source,
  load: Load,
  report: Report,
  limits: Limits = defaultLimits,
): Prepared | undefined {
  const { options = defaultOptions } = source;
  const imported = importDocument(source, { load, limits, options, report });
  if (imported === undefined) return undefined;
  const sets = imported.sets.map((one) => {
    const { set } = nameAndNormalise(one, imported);
    if (!imported.foreign) return set;
    const checking = { set, options, report, patterns: imported.patterns };
    checkMendable(checking);
    return mendSet(checking);
  });
  return { dialect: imported.dialect, sets };
}

/** Returns the declarations of a tool set, by name of the tool. */
export function declare(
  set: ToolSet,
  options: Options,
  report: Report,
): ReadonlyMap<string, FunctionDeclaration> {
  return new Map(
    lowerSet(set, options, report).tools.map(({ declaration }) => [declaration.name, declaration]),
  );
}
