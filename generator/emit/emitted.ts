import type { Code } from "./code.js";

/** A piece of a generated file, with what it needs around it. */
export interface Emitted {
  readonly code: Code;
  /** Names it uses from `toolpress/runtime/v1`. */
  readonly imports: readonly string[];
  /** Named schemas whose functions it calls. */
  readonly refs: readonly string[];
}
