import type { GeminiSchema } from "@toolpress/runtime";
import type { Schema } from "../ir.js";
import type { Options } from "../options.js";
import { origin, type Origin } from "../base/origin.js";
import { pointerOf } from "../base/pointer.js";
import type { Codec } from "./codec.js";
import type { Nesting } from "./nested-objects.js";
import type { RewriteName } from "./rewrites.js";

// The types that all functions of this stage share.

/** The position of a schema in the arguments of a tool. */
export interface Position {
  /**
   * A JSON pointer into the arguments. It continues through a reference as if the target were in place of the
   * reference.
   */
  readonly pointer: string;
  /** The number of levels below the root of the arguments. */
  readonly level: number;
  /** The references that were followed to reach the schema, the outermost first. */
  readonly through: readonly string[];
  /** The location of the schema, or of the nearest enclosing schema whose location is known. */
  readonly origin: Origin;
}

/** A schema that Gemini accepts. Its description is not final, because enclosing schemas may still add notes. */
export interface Lowered {
  readonly schema: GeminiSchema;
  readonly codec: Codec | undefined;
  readonly text: string | undefined;
  /** Sentences that follow `text` in the description. */
  readonly notes: readonly string[];
  /**
   * The branches of a union. If the union becomes a branch of another union, these branches replace the union, because
   * Gemini accepts no description beside `anyOf`.
   */
  readonly branches?: readonly Branch[];
}

/** One branch of a union: its lowered schema, and its schema before lowering. */
export interface Branch {
  readonly lowered: Lowered;
  readonly schema: Schema;
}

/** The result of lowering a schema. "never" means that no value is valid. */
export type Outcome = Lowered | "never";

/** The context of the functions of this stage. It provides the options, lowers inner schemas and records rewrites. */
export interface Lowering {
  readonly options: Options;
  readonly unrollDepth: number;
  readonly nesting: Nesting;
  /**
   * If true, keywords that Gemini ignores are left out: `default`, which the description repeats, and `format: int32`.
   */
  readonly terse: boolean;
  /** Whether the declaration contains `propertyOrdering`. */
  readonly ordered: boolean;
  lower(schema: Schema, position: Position): Outcome;
  /** Lowers a schema if its declaration is small. Returns undefined if the declaration would be large. */
  lowerSmall(schema: Schema, position: Position): Outcome | undefined;
  resolve(reference: string): Schema | undefined;
  /**
   * Returns the target of a reference for examination only. In contrast to `resolve`, the target does not count towards
   * the size of the declaration.
   */
  lookUp(reference: string): Schema | undefined;
  /**
   * Returns a sketch of a schema, for example `{city: string}`. The description of a JSON text contains this sketch.
   */
  sketch(schema: Schema): string;
  record(name: RewriteName, position: Position, detail: string): void;
}

/** Lowers schemas of one kind, for example arrays. Returns undefined for schemas of another kind. */
export type LowerForm = (schema: Schema, position: Position, lowering: Lowering) => Outcome | undefined;

export function lowered(schema: GeminiSchema, codec?: Codec, notes: readonly string[] = []): Lowered {
  return { schema, codec, text: undefined, notes };
}

/** Returns the position of a subschema. `path` leads from the schema at `position` to the subschema. */
export function inside(position: Position, schema: Schema, ...path: readonly (string | number)[]): Position {
  return {
    pointer: position.pointer + pointerOf(path),
    level: position.level + Math.min(1, path.length),
    through: position.through,
    origin: originOf(schema) ?? position.origin,
  };
}

function originOf(schema: Schema): Origin | undefined {
  return typeof schema === "object" ? schema[origin] : undefined;
}
