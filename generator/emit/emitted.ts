import type { Code } from "../base/code.js";

/** A piece of a generated file, with what it needs around it. */
export interface Emitted {
  readonly code: Code;
  /** Names it uses from `@toolpress/runtime/v1`. */
  readonly imports: readonly string[];
  /** Every name it declares at the top of the file, where it is more than the one it was asked for. */
  readonly declares?: readonly string[];
  /** Named schemas whose functions it calls. */
  readonly refs: readonly string[];
  /** Functions of the same file that it calls, or the roots they belong to. */
  readonly calls?: readonly string[];
}
