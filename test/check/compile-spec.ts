import { checkSet } from "../../generator/check/check.js";
import { createReport, type Diagnostic } from "../../generator/diagnostics/report.js";
import { importSets, recogniseDialect } from "../../generator/dialects/index.js";
import type { ToolSet } from "../../generator/ir.js";
import { nameTools } from "../../generator/name/name.js";
import { defaultOptions, type Options } from "../../generator/options.js";
import { DocumentPatterns } from "../../generator/check/patterns/document-patterns.js";
import { createDocuments, read } from "../../generator/read/read.js";
import { normaliseSet } from "../../generator/schema/normalise.js";
import { openSettings } from "../../generator/dialects/spec-settings.js";

export interface Compiled {
  readonly set: ToolSet;
  readonly diagnostics: readonly Diagnostic[];
}

/** Runs the stages from reading to checking on a spec: read, import, name, normalise, check. */
export function compileSpec(
  text: string,
  {
    files = {},
    options = {},
    path = "a.tools.yaml",
  }: { files?: Readonly<Record<string, string>>; options?: Partial<Options>; path?: string } = {},
): Compiled {
  const report = createReport();
  const document = read({ path, text }, report);
  if (document === undefined) throw new Error(JSON.stringify(report.sorted()));
  const documents = createDocuments({ root: "", load: (name) => files[name], report, documents: [document] });
  const dialect = recogniseDialect(document, undefined)!;
  const [imported] = importSets(dialect, document, {
    setName: "a",
    documents,
    report,
    settings: openSettings({}, report),
  });
  const names = nameTools(imported!, { foreign: dialect.foreign, locked: new Map() }, report);
  const set = normaliseSet(imported!, names, documents, report);
  checkSet({ set, options: { ...defaultOptions, ...options }, report, patterns: new DocumentPatterns() });
  return { set, diagnostics: report.sorted() };
}

/** Returns the problems of a spec, one line each: `TP401 3:5 message`. */
export function problemsIn(text: string, settings?: Parameters<typeof compileSpec>[1]): readonly string[] {
  return compileSpec(text, settings).diagnostics.map(
    ({ code, location, message }) =>
      `${code} ${location === undefined ? "-" : `${location.line}:${location.column}`} ${message}`,
  );
}
