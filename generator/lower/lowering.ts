import type { GeminiSchema } from "@toolpress/runtime";
import type { Schema } from "../ir.js";
import type { Options } from "../options.js";
import { origin, type Origin } from "../base/origin.js";
import type { Codec } from "./codec.js";
import type { Nesting } from "./nested-objects.js";
import type { RuleName } from "./rules.js";

// What every rule of lowering gets and gives.

/** Where in the arguments a schema stands. */
export interface Place {
  /** JSON pointer, references followed. */
  readonly pointer: string;
  /** Levels below the arguments. */
  readonly level: number;
  /** The references that lead here, outermost first. */
  readonly through: readonly string[];
  /** Of the nearest schema that knows its own. */
  readonly origin: Origin;
}

/** A schema in Gemini's words, with the description still open: parents may have something to add. */
export interface Lowered {
  readonly schema: GeminiSchema;
  readonly codec: Codec | undefined;
  readonly text: string | undefined;
  /** Sentences after the text. */
  readonly notes: readonly string[];
  /** Of a union; in another union they stand for it, because Gemini takes no description beside `anyOf`. */
  readonly branches?: readonly Branch[];
}

/** One branch of a union, and what its values look like before encoding. */
export interface Branch {
  readonly lowered: Lowered;
  readonly schema: Schema;
}

/** `never`: no value is valid here. */
export type Outcome = Lowered | "never";

/** What every rule gets: how to lower what is inside, and where to write down what it did. */
export interface Lowering {
  readonly options: Options;
  readonly unrollDepth: number;
  readonly nesting: Nesting;
  /** Leaves out what Gemini ignores: `default`, which the description tells, and `format: int32`. */
  readonly terse: boolean;
  /** Whether the order of properties is declared. */
  readonly ordered: boolean;
  lower(schema: Schema, place: Place): Outcome;
  /** The same, for a schema that takes little room in the declaration; undefined for any other. */
  lowerSmall(schema: Schema, place: Place): Outcome | undefined;
  resolve(reference: string): Schema | undefined;
  /** The same for a look at a schema that is not lowered, which does not count towards the size of the declaration. */
  lookUp(reference: string): Schema | undefined;
  /** The type of a JSON text, for its description. */
  sketch(schema: Schema): string;
  record(rule: RuleName, place: Place, detail: string): void;
}

/** Lowers the schemas it is for; gives `undefined` for others. */
export type Rule = (schema: Schema, place: Place, lowering: Lowering) => Outcome | undefined;

export function lowered(schema: GeminiSchema, codec?: Codec, notes: readonly string[] = []): Lowered {
  return { schema, codec, text: undefined, notes };
}

/** The place of a part of a schema. */
export function inside(place: Place, schema: Schema, ...path: readonly (string | number)[]): Place {
  const steps = path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`);
  return {
    pointer: place.pointer + steps.join(""),
    level: place.level + Math.min(1, path.length),
    through: place.through,
    origin: originOf(schema) ?? place.origin,
  };
}

function originOf(schema: Schema): Origin | undefined {
  return typeof schema === "object" ? schema[origin] : undefined;
}
