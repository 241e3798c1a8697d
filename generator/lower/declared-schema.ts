import type { GeminiSchema } from "../../runtime/wire.js";
import type { Schema, SchemaObject, TypeName } from "../ir.js";

// A declaration read back as JSON Schema.

/** A declaration's schema as JSON Schema: what a call looks like on the wire, for those who speak to the model about it. */
export function declaredSchema(schema: GeminiSchema): SchemaObject {
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
    ...(same.enum !== undefined && nullable === true && { enum: [...same.enum, null] }),
    ...(items && { items: declaredSchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(declaredSchema) }),
    ...(properties && { properties: declaredProperties(properties) }),
  } as SchemaObject;
}

function declaredProperties(properties: Readonly<Record<string, GeminiSchema>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(properties).map(([name, child]) => [name, declaredSchema(child)]));
}
