import type { Schema, SchemaObject } from "../ir.js";

/** The schemas directly inside a schema; references are not followed. */
export function subschemas(schema: SchemaObject): Schema[] {
  const single = [
    schema.additionalProperties,
    schema.propertyNames,
    schema.unevaluatedProperties,
    schema.items,
    schema.contains,
    schema.unevaluatedItems,
    schema.not,
    schema.if,
    schema.then,
    schema.else,
  ];
  return [
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.patternProperties ?? {}),
    ...Object.values(schema.dependentSchemas ?? {}),
    ...(schema.prefixItems ?? []),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...single.filter((inner) => inner !== undefined),
  ];
}
