import type { ToolNames } from "../ir.js";
import type { LockedBinding } from "../pipeline/lock.js";
import type { EntryTool } from "./entries-file.js";
import type { PlannedFile } from "./planned-file.js";

/**
 * A tool whose generated files are kept from the last run, because its spec has errors now. A mistake in a spec must
 * not delete committed code.
 */
export interface KeptTool extends EntryTool {
  readonly binding: LockedBinding;
  readonly names: ToolNames;
  readonly file: PlannedFile;
  /** The file with the HTTP call of the tool. Undefined if the tool is not an HTTP tool. */
  readonly httpFile: PlannedFile | undefined;
}
