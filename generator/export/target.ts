import type { FunctionDeclaration } from "@toolpress/runtime";
import type { Report } from "../diagnostics/report.js";
import type { ToolSet } from "../ir.js";

/** A system to which tools can be exported. A new target is a new file and a line in `export/index.ts`. */
export interface ExportTarget {
  /** The name of the target in messages. */
  readonly title: string;
  /** Converts a tool set to the JSON format of the target. Reports the fields that the target cannot express. */
  write(set: ToolSet, context: ExportContext): unknown;
}

export interface ExportContext {
  readonly report: Report;
  /** Returns the declarations of the tools by name. Only the targets of Gemini use them. */
  readonly declarations: () => ReadonlyMap<string, FunctionDeclaration>;
}
