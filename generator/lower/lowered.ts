import type { FunctionDeclaration } from "@toolpress/runtime";
import type { Tool } from "../ir.js";
import type { Codec } from "./codec.js";
import type { RewriteName } from "./rewrites.js";

/** The result of `lowerSet`: the tools that can be declared, in the order of the spec. */
export interface LoweredSet {
  readonly tools: readonly LoweredTool[];
}

export interface LoweredTool {
  readonly tool: Tool;
  readonly declaration: FunctionDeclaration;
  /** Converts between the arguments of the handler and their wire form. Undefined if no conversion is needed. */
  readonly codec: Codec | undefined;
  readonly rewrites: readonly Rewrite[];
  readonly size: Size;
}

/** One difference between the declaration and the spec. */
export interface Rewrite {
  readonly name: RewriteName;
  /**
   * A JSON pointer into the arguments, for example `/properties/days`. It continues through a reference as if the
   * target were in place of the reference.
   */
  readonly pointer: string;
  readonly detail: string;
}

export interface Size {
  /** UTF-8 bytes of the declaration's JSON. */
  readonly bytes: number;
  /** The estimated number of tokens: bytes / 4. */
  readonly tokens: number;
  /** The number of levels of nested schemas. */
  readonly depth: number;
}
