import type { GeminiSchema } from "@toolpress/runtime";
import type { Schema, SchemaObject } from "../ir.js";
import { finish } from "./describe.js";
import { asJsonText } from "./json-text.js";
import { inside, lowered, type Lowered, type Lowering, type Outcome, type Position } from "./lowering.js";
import { isAnything } from "./schema-facts.js";

// Lowers objects without named properties, that is, maps.

/**
 * Returns the keywords that describe unlisted properties, as a schema of their own. Returns undefined if unlisted
 * properties are not allowed.
 */
export function restOf(schema: SchemaObject): SchemaObject | undefined {
  const { additionalProperties, unevaluatedProperties, patternProperties, propertyNames } = schema;
  const additional = additionalProperties ?? unevaluatedProperties ?? false;
  const patterns = Object.values(patternProperties ?? {});
  if (additional === false && patterns.every((pattern) => pattern === false)) return undefined;
  return {
    ...(additional !== false && { additionalProperties: additional }),
    ...(patternProperties && { patternProperties }),
    ...(propertyNames !== undefined && { propertyNames }),
  };
}

/** Lowers an object without named properties to a list of entries or to JSON text. */
export function lowerMap(
  schema: SchemaObject,
  notes: readonly string[],
  position: Position,
  lowering: Lowering,
): Outcome {
  const value = valueSchema(schema);
  if (value === false) return lowerEmptyObject(schema, notes, position, lowering);
  const free = isAnything(value);
  if (free || lowering.options.maps === "json") {
    const name = free ? "free-form-to-json-text" : "map-to-json-text";
    const text = asJsonText(schema, name, "object", position, lowering);
    return { ...text, notes: [...notes, ...text.notes] };
  }
  const item = lowering.lower(value, inside(position, value, "additionalProperties"));
  if (item === "never") return lowerEmptyObject(schema, notes, position, lowering);
  lowering.record("map-to-entries", position, "key, value");
  return lowered(entries(schema, item, position, lowering), { kind: "map", value: item.codec }, [
    ...notes,
    "A list of key and value; each key once.",
  ]);
}

function entries(schema: SchemaObject, item: Lowered, position: Position, lowering: Lowering): GeminiSchema {
  return {
    type: "ARRAY",
    items: {
      type: "OBJECT",
      properties: { key: keySchema(schema, position, lowering), value: finish(item) },
      required: ["key", "value"],
      ...(lowering.ordered && { propertyOrdering: ["key", "value"] }),
    },
    ...(schema.minProperties !== undefined && { minItems: schema.minProperties }),
    ...(schema.maxProperties !== undefined && { maxItems: schema.maxProperties }),
  };
}

/**
 * Returns the schema of the keys of a map. If every key must match a pattern of `patternProperties`, the description
 * lists the patterns, because Gemini has no keyword for this.
 */
function keySchema(schema: SchemaObject, position: Position, lowering: Lowering): GeminiSchema {
  const patterns = Object.keys(schema.patternProperties ?? {});
  const closed = schema.additionalProperties === undefined || schema.additionalProperties === false;
  const note = patterns.length > 0 && closed ? [`Matches ${patterns.join(" or ")}`] : [];
  if (note.length > 0) lowering.record("keyword-described", position, "patternProperties");
  const names = schema.propertyNames ?? true;
  const outcome = lowering.lower(
    typeof names === "object" && !isAnything(names) ? { type: "string", ...names } : { type: "string" },
    inside(position, names, "propertyNames"),
  );
  // The codec of a map encodes only values. So if keys would need a codec, the key is declared as a plain string, and
  // the validator checks it.
  if (outcome === "never" || outcome.codec !== undefined)
    return finish(lowered({ type: "STRING" }, undefined, note));
  return finish({ ...outcome, notes: [...outcome.notes, ...note] });
}

function valueSchema(schema: SchemaObject): Schema {
  const patterns = Object.values(schema.patternProperties ?? {});
  const additional = schema.additionalProperties ?? schema.unevaluatedProperties;
  const values = [...patterns, ...(additional === undefined ? [] : [additional])].filter(
    (value) => value !== false,
  );
  if (patterns.length === 0 && additional === undefined) return true;
  const [first, ...others] = values;
  if (first === undefined) return false;
  return values.some((value) => isAnything(value)) ? true : others.length === 0 ? first : { anyOf: values };
}

/**
 * Lowers an object that must be empty. Gemini refuses an object without properties, so the wire form of `{}` is the
 * word "{}".
 */
export function lowerEmptyObject(
  schema: SchemaObject,
  notes: readonly string[],
  position: Position,
  lowering: Lowering,
): Outcome {
  if ((schema.minProperties ?? 0) > 0 || (schema.required ?? []).length > 0) return "never";
  lowering.record("empty-object-to-word", position, "{}");
  return lowered(
    { type: "STRING", format: "enum", enum: ["{}"] },
    { kind: "words", words: [["{}", {}]] },
    notes,
  );
}
