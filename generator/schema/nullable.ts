import type { Json, Schema, SchemaObject } from "../ir.js";
import { annotations, inPlaceKeywords } from "../base/vocabulary.js";

/**
 * Returns a schema that also allows null. Annotations such as `description` stay at the root of the result.
 */
export function allowNull(schema: Schema): Schema {
  if (schema === true) return true;
  if (schema === false) return { type: "null" };
  if (!Object.keys(schema).some((name) => inPlaceKeywords.has(name))) return allowNullInside(schema);
  const outside: Record<string | symbol, unknown> = {};
  const inside: Record<string | symbol, unknown> = {};
  for (const key of Reflect.ownKeys(schema)) {
    const outer = typeof key === "symbol" || annotations.has(key);
    (outer ? outside : inside)[key] = (schema as Record<string | symbol, unknown>)[key];
  }
  const names = Object.keys(inside);
  if (names.length === 1 && names[0] === "anyOf")
    return { ...outside, anyOf: [...(schema.anyOf ?? []), { type: "null" }] } as SchemaObject;
  return { ...outside, anyOf: [inside as SchemaObject, { type: "null" }] } as SchemaObject;
}

function allowNullInside(schema: SchemaObject): SchemaObject {
  const { const: only, ...rest } = schema;
  const types = schema.type === undefined ? undefined : [schema.type].flat();
  const values: readonly Json[] | undefined = Object.hasOwn(schema, "const") ? [only as Json] : schema.enum;
  return {
    ...(Object.hasOwn(schema, "const") ? rest : schema),
    ...(types !== undefined && { type: types.includes("null") ? types : [...types, "null"] }),
    ...(values !== undefined && { enum: values.includes(null) ? values : [...values, null] }),
  } as SchemaObject;
}
