import type { FunctionDeclaration } from "@toolpress/runtime";
import type { Report } from "../diagnostics/report.js";
import type { ToolSet } from "../ir.js";

/** A system that tools can be written for. A new one is a new file and a line in `export/index.ts`. */
export interface ExportTarget {
  /** As shown to people. */
  readonly title: string;
  /** The set as JSON in the words of the target; what it cannot carry is reported. */
  write(set: ToolSet, context: ExportContext): unknown;
}

export interface ExportContext {
  readonly report: Report;
  /** What Gemini is told about the tools, by name; only the gemini target asks. */
  readonly declarations: () => ReadonlyMap<string, FunctionDeclaration>;
}
