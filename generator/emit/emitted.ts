import type { Code } from "../base/code.js";

/** A piece of a generated file, with everything that it needs from the rest of the file. */
export interface Emitted {
  readonly code: Code;
  /** Names it uses from `@toolpress/runtime/v1`. */
  readonly imports: readonly string[];
  /** Every name that it declares at the top of the file, if it declares more than the one that was requested. */
  readonly declares?: readonly string[];
  /** Named schemas whose functions it calls. */
  readonly refs: readonly string[];
  /** Functions of the same file that it calls, or the roots of these functions. */
  readonly calls?: readonly string[];
}
