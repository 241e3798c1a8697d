import type { FunctionDeclaration } from "@toolpress/runtime";
import type { Tool } from "../ir.js";
import type { Codec } from "./codec.js";
import type { RewriteName } from "./rewrites.js";

// The result of lowering.

/** The result of `lower`: the tools that could be declared, in order. */
export interface LoweredSet {
  readonly tools: readonly LoweredTool[];
}

export interface LoweredTool {
  readonly tool: Tool;
  readonly declaration: FunctionDeclaration;
  /** The wire form of the arguments. Undefined if they are sent unchanged. */
  readonly codec: Codec | undefined;
  readonly rewrites: readonly Rewrite[];
  readonly size: Size;
}

/** One position where the declaration differs from the spec. */
export interface Rewrite {
  readonly name: RewriteName;
  /** JSON pointer into the arguments, references followed: `/properties/days`. */
  readonly pointer: string;
  readonly detail: string;
}

export interface Size {
  /** UTF-8 bytes of the declaration's JSON. */
  readonly bytes: number;
  /** An estimate: bytes / 4, Google's own rule of thumb. */
  readonly tokens: number;
  /** Levels of the deepest schema. */
  readonly depth: number;
}
