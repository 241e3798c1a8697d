import type { ToolNames } from "../ir.js";
import type { LockedBinding } from "../pipeline/lock.js";
import type { EntryTool } from "./entries-file.js";
import type { PlannedFile } from "./planned-file.js";

/** A tool as the last run generated it: its spec has errors now, and a mistake must not delete committed code. */
export interface KeptTool extends EntryTool {
  readonly binding: LockedBinding;
  readonly names: ToolNames;
  readonly file: PlannedFile;
  /** The file with the HTTP call of the tool, if the tool has one. */
  readonly httpFile: PlannedFile | undefined;
}
