import type { FunctionDeclaration } from "@toolpress/runtime";
import type { Report } from "../diagnostics/report.js";
import type { ToolSet } from "../ir.js";

/** A system that tools can be exported to. A new one is a new file and a line in `export/index.ts`. */
export interface ExportTarget {
  /** The name in messages. */
  readonly title: string;
  /** Converts the set into the JSON format of the target, and reports fields that the target cannot express. */
  write(set: ToolSet, context: ExportContext): unknown;
}

export interface ExportContext {
  readonly report: Report;
  /** Returns the declarations of the tools, by name. Only the targets of Gemini use them. */
  readonly declarations: () => ReadonlyMap<string, FunctionDeclaration>;
}
