import type { FunctionDeclaration } from "../../runtime/wire.js";
import type { Binding, ToolNames } from "../ir.js";
import type { PlannedFile } from "./planned-file.js";

/** A tool as the last run left it: its spec has errors now, and a mistake must not delete committed code. */
export interface KeptTool {
  readonly name: string;
  readonly names: ToolNames;
  readonly binding: Binding;
  readonly declaration: FunctionDeclaration;
  readonly file: PlannedFile;
}
