import type { Code } from "../base/code.js";

/** A piece of a generated file, with the names that it needs and declares. */
export interface Emitted {
  readonly code: Code;
  /** The names that the code imports from `@toolpress/runtime/v1`. */
  readonly imports: readonly string[];
  /**
   * All names that the code declares at the top of the file. If the field is missing, the code declares only the
   * requested name.
   */
  readonly declares?: readonly string[];
  /** The named schemas whose functions the code calls. */
  readonly refs: readonly string[];
  /**
   * The functions of the same file that must be printed with this code. If the code calls a helper that belongs to
   * the code of another top-level schema, the list contains the check function of that schema.
   */
  readonly calls?: readonly string[];
}
