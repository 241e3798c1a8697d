import type { Schema, Tool, ToolSet } from "../ir.js";
import type { Options } from "../options.js";
import type { Origin } from "../base/origin.js";
import { finish } from "./describe.js";
import { lowerSchema } from "./lower-schema.js";
import type { Rewrite } from "./lowered.js";
import type { Lowered, Lowering } from "./lowering.js";
import type { Nesting } from "./nested-objects.js";
import { sketch } from "./sketch.js";

// The state of one attempt to lower a tool: the recorded rewrites and the number of schemas. An attempt that becomes
// too large is abandoned.

export interface Logged extends Rewrite {
  readonly origin: Origin;
}

/**
 * Limits of the detail of a declaration. `unroll` limits the levels of recursion, and `nesting` limits the levels of
 * nested objects.
 */
export interface Detail {
  readonly unroll: number;
  readonly nesting: Nesting;
  /** The attempt is abandoned if the declaration has more schemas than this limit. */
  readonly schemas?: number;
}

/** Runs one attempt. Returns "large" if the attempt was abandoned because of its size. */
export function attempt<T>(make: () => T): T | "large" {
  try {
    return make();
  } catch (error) {
    if (error instanceof TooLarge) return "large";
    throw error;
  }
}

/** The maximum number of schemas that a declaration may have. A model cannot use a larger declaration. */
export const mostSchemas = 3_000;

/**
 * The maximum size of a small object. A nested object of at most this size is declared in full, because JSON text
 * would not be shorter.
 */
const small = { schemas: 10, bytes: 240 };

class TooLarge extends Error {}

/** One shared error object: it is thrown often, and no code reads its stack trace. */
const tooLarge = new TooLarge();

export interface LoggingLowering extends Lowering {
  readonly log: Logged[];
}

export function createLowering(tool: Tool, set: ToolSet, options: Options, detail: Detail): LoggingLowering {
  const log: Logged[] = [];
  const sketches = new Map<Schema, string>();
  let schemas = 0;
  let most = detail.schemas ?? mostSchemas;
  const count = (): void => {
    schemas += 1;
    if (schemas > most) throw tooLarge;
  };
  const lowering: LoggingLowering = {
    options,
    unrollDepth: detail.unroll,
    nesting: detail.nesting,
    terse: set.foreign === true,
    ordered: isOrdered(set, options),
    log,
    lower(schema, position) {
      count();
      return lowerSchema(schema, position, lowering);
    },
    lowerSmall(schema, position) {
      const before = { log: log.length, schemas, most };
      most = Math.min(most, schemas + small.schemas);
      const outcome = attempt(() => lowering.lower(schema, position));
      most = before.most;
      if (schemas > most) throw tooLarge;
      if (outcome !== "large" && (outcome === "never" || isSmall(outcome))) return outcome;
      log.length = before.log;
      schemas = before.schemas;
      return undefined;
    },
    resolve(reference) {
      count();
      return lowering.lookUp(reference);
    },
    lookUp(reference) {
      const name = reference.slice("#/$defs/".length);
      return tool.defs.get(name) ?? set.schemas.get(name);
    },
    sketch(schema) {
      const known = sketches.get(schema);
      if (known !== undefined) return known;
      const drawn = sketch(schema, (reference) => lowering.lookUp(reference), detail.nesting.sketch);
      sketches.set(schema, drawn);
      return drawn;
    },
    record(name, position, text) {
      log.push({ name, pointer: position.pointer, detail: text, origin: position.origin });
    },
  };
  return lowering;
}

/**
 * Returns whether the declaration contains `propertyOrdering`. With the option `auto`, it does if the order of the
 * keys has a meaning: in our own dialect, or if the set is marked as `ordered`. In other specs the order is
 * accidental, and the field would cost tokens.
 */
function isOrdered({ foreign, ordered }: ToolSet, { propertyOrdering }: Options): boolean {
  if (propertyOrdering === "auto") return foreign !== true || ordered === true;
  return propertyOrdering === "always";
}

function isSmall(outcome: Lowered): boolean {
  return JSON.stringify(finish(outcome)).length <= small.bytes;
}
