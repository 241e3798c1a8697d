import type { Schema } from "../ir.js";
import { lowered, type Lowered, type Lowering, type Position } from "./lowering.js";
import type { RewriteName } from "./rewrites.js";
import { isAnything } from "./schema-facts.js";

// Values of any shape, as JSON in a string.

/** The form of values that no Gemini schema fits: JSON in a string, with a sketch of the value in the description. */
export function asJsonText(
  schema: Schema,
  name: RewriteName,
  detail: string,
  position: Position,
  lowering: Lowering,
): Lowered {
  lowering.record(name, position, detail);
  const shape = isAnything(schema) ? "" : `: ${lowering.sketch(schema)}`;
  return lowered({ type: "STRING" }, { kind: "json" }, [`JSON text${shape}.`]);
}

/** A schema without assertions accepts any JSON. */
export function lowerAnything(schema: Schema, position: Position, lowering: Lowering): Lowered | undefined {
  if (!isAnything(schema)) return undefined;
  return asJsonText(schema, "free-form-to-json-text", "any value", position, lowering);
}
