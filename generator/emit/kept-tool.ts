import type { FunctionDeclaration } from "../../runtime/wire.js";
import type { ToolNames } from "../ir.js";
import type { IndexedBinding } from "./index-file.js";
import type { PlannedFile } from "./planned-file.js";

/** A tool as the last run left it: its spec has errors now, and a mistake must not delete committed code. */
export interface KeptTool {
  readonly name: string;
  readonly names: ToolNames;
  readonly binding: IndexedBinding;
  readonly declaration: FunctionDeclaration;
  readonly file: PlannedFile;
  /** The call of its operation, where it has one. */
  readonly httpFile: PlannedFile | undefined;
}
