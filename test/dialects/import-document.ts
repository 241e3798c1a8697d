import { importSets, recogniseDialect } from "../../generator/dialects/index.js";
import { openSettings } from "../../generator/dialects/spec-settings.js";
import { createReport } from "../../generator/diagnostics/report.js";
import type { ImportedSet, ImportedTool } from "../../generator/ir.js";
import { createDocuments, read } from "../../generator/read/read.js";

export interface Imported {
  readonly dialect: string | undefined;
  readonly sets: readonly ImportedSet[];
  readonly tools: readonly ImportedTool[];
  /** The problems in order, as `line:column severity code message`. */
  readonly problems: readonly string[];
}

export interface ImportAs {
  readonly from?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly file?: string;
}

/** Imports a document as the pipeline does: reads the text, recognises the dialect and imports the tools. */
export function importDocument(
  source: unknown,
  { from, settings = {}, file = "tools.json" }: ImportAs = {},
): Imported {
  const report = createReport();
  const text = typeof source === "string" ? source : JSON.stringify(source, null, 1);
  const document = read({ path: file, text }, report);
  const dialect = document === undefined ? undefined : recogniseDialect(document, from);
  const context = {
    setName: "tools",
    documents: createDocuments({ root: "", load: () => undefined, report }),
    report,
    settings: openSettings({ settings }, report),
  };
  const sets = document === undefined || dialect === undefined ? [] : importSets(dialect, document, context);
  const reported = report.sorted().map(({ location, severity, code, message }) => {
    return `${String(location?.line)}:${String(location?.column)} ${severity} ${code} ${message}`;
  });
  return { dialect: dialect?.name, sets, tools: sets.flatMap((set) => set.tools), problems: reported };
}

/** Returns codes and messages without locations, for documents whose layout does not matter. */
export function withoutPlaces(problems: readonly string[]): readonly string[] {
  return problems.map((line) => line.replace(/^\S+ /, ""));
}

/** Returns a schema as plain data. */
export function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
