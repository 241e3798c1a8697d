import type { GeminiSchema } from "../../runtime/wire.js";
import type { Schema, SchemaObject, TypeName } from "../ir.js";
import type { Codec } from "./codec.js";

// A declaration read back as JSON Schema.

/** A declaration's schema as JSON Schema: what a call looks like on the wire, for those who speak to the model about it. */
export function declaredSchema(schema: GeminiSchema, codec?: Codec): SchemaObject {
  const {
    type,
    nullable,
    format,
    items,
    properties,
    anyOf,
    propertyOrdering: _,
    example: __,
    ...same
  } = schema;
  const name = type?.toLowerCase() as TypeName | undefined;
  return {
    ...same,
    ...(name !== undefined && { type: nullable === true ? [name, "null"] : name }),
    ...(format !== undefined && format !== "enum" && { format }),
    // A text has no format in Gemini's schema, and the model should be told again.
    ...(codec?.kind === "digits" && { format: "int64" }),
    ...(same.enum !== undefined && nullable === true && { enum: [...same.enum, null] }),
    ...(items && { items: declaredSchema(items, codec?.kind === "array" ? codec.items : undefined) }),
    ...(anyOf && { anyOf: anyOf.map((branch) => declaredSchema(branch)) }),
    ...(properties && { properties: declaredProperties(properties, codec) }),
  } as SchemaObject;
}

function declaredProperties(
  properties: Readonly<Record<string, GeminiSchema>>,
  codec: Codec | undefined,
): Record<string, Schema> {
  const fields = new Map(
    codec?.kind === "object" ? codec.fields.map((field) => [field.wire, field.codec]) : [],
  );
  return Object.fromEntries(
    Object.entries(properties).map(([name, child]) => [name, declaredSchema(child, fields.get(name))]),
  );
}
