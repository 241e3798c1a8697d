import type { Schema } from "../ir.js";
import { lowered, type Lowered, type Lowering, type Position } from "./lowering.js";
import type { RewriteName } from "./rewrites.js";
import { isAnything } from "./schema-facts.js";

// Lowers schemas to JSON text if Gemini's schema cannot express them.

/** Lowers a schema to a string that contains JSON. The description contains a sketch of the value. */
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

/** Lowers a schema without assertions, which accepts any JSON value. */
export function lowerAnything(schema: Schema, position: Position, lowering: Lowering): Lowered | undefined {
  if (!isAnything(schema)) return undefined;
  return asJsonText(schema, "free-form-to-json-text", "any value", position, lowering);
}
