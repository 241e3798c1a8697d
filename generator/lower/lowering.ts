import type { GeminiSchema } from "@toolpress/runtime";
import type { Schema } from "../ir.js";
import type { Options } from "../options.js";
import { origin, type Origin } from "../base/origin.js";
import { pointerOf } from "../base/pointer.js";
import type { Codec } from "./codec.js";
import type { Nesting } from "./nested-objects.js";
import type { RewriteName } from "./rewrites.js";

// The types that every function of this stage takes and returns.

/** The position of a schema in the arguments. */
export interface Position {
  /** JSON pointer, references followed. */
  readonly pointer: string;
  /** Levels below the arguments. */
  readonly level: number;
  /** The references that lead here, outermost first. */
  readonly through: readonly string[];
  /** Location of the nearest schema that knows its own. */
  readonly origin: Origin;
}

/** A schema in Gemini's form. Its description is still open: parents may add to it. */
export interface Lowered {
  readonly schema: GeminiSchema;
  readonly codec: Codec | undefined;
  readonly text: string | undefined;
  /** Sentences that come after the text. */
  readonly notes: readonly string[];
  /** The branches of a union. In another union they replace it, because Gemini accepts no description beside `anyOf`. */
  readonly branches?: readonly Branch[];
}

/** One branch of a union, and the schema of its values before encoding. */
export interface Branch {
  readonly lowered: Lowered;
  readonly schema: Schema;
}

/** `never`: no value is valid here. */
export type Outcome = Lowered | "never";

/** The context of these functions. It lowers inner schemas and records rewrites. */
export interface Lowering {
  readonly options: Options;
  readonly unrollDepth: number;
  readonly nesting: Nesting;
  /** Leaves out keywords that Gemini ignores: `default`, which the description repeats, and `format: int32`. */
  readonly terse: boolean;
  /** Whether the order of properties is declared. */
  readonly ordered: boolean;
  lower(schema: Schema, position: Position): Outcome;
  /** Like `lower`, for a schema that takes little room in the declaration. Undefined for any other schema. */
  lowerSmall(schema: Schema, position: Position): Outcome | undefined;
  resolve(reference: string): Schema | undefined;
  /** Like `resolve`, for a schema that is only examined. It does not count towards the size of the declaration. */
  lookUp(reference: string): Schema | undefined;
  /** The type of a JSON text, for its description. */
  sketch(schema: Schema): string;
  record(name: RewriteName, position: Position, detail: string): void;
}

/** Lowers schemas of one form. Returns undefined for all other schemas. */
export type LowerForm = (schema: Schema, position: Position, lowering: Lowering) => Outcome | undefined;

export function lowered(schema: GeminiSchema, codec?: Codec, notes: readonly string[] = []): Lowered {
  return { schema, codec, text: undefined, notes };
}

/** The position of a part of a schema. */
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
