import type { Json, Schema, SchemaObject } from "../ir.js";
import { keywords } from "./keywords.js";

/** Keywords that also speak about null; all others are about one other type. */
const aboutNull = new Set(["$ref", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "format"]);

/** The same schema, with null allowed too. What describes it stays on the outside. */
export function allowNull(schema: Schema): Schema {
  if (schema === true) return true;
  if (schema === false) return { type: "null" };
  if (!Object.keys(schema).some((name) => aboutNull.has(name) && name !== "format"))
    return allowNullInside(schema);
  const outside: Record<string | symbol, unknown> = {};
  const inside: Record<string | symbol, unknown> = {};
  for (const key of Reflect.ownKeys(schema)) {
    const outer =
      typeof key === "symbol" || (keywords.get(key)?.annotation === true && key !== "discriminator");
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
