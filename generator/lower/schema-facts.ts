import type { Json, Schema, SchemaObject, TypeName } from "../ir.js";
import { distinct, sameJson } from "../base/canonical.js";
import { keywordsWhere } from "../base/vocabulary.js";

// Answers questions about normalised schemas. Several files of this stage use these functions.

/**
 * The annotations that apply to values of every type, such as `description`. An annotation for one type, such as
 * `contentEncoding`, is not included, because it implies the type.
 */
const notes: ReadonlySet<string> = new Set(
  keywordsWhere(({ annotation, about }) => annotation === true && about === undefined),
);

/** Returns whether a schema accepts every value. */
export function isAnything(schema: Schema): boolean {
  if (typeof schema === "boolean") return schema;
  return Object.keys(schema).every((keyword) => notes.has(keyword));
}

/** Returns a schema without its annotations. */
export function assertionsOf(schema: SchemaObject): SchemaObject {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !notes.has(keyword)),
  ) as SchemaObject;
}

export function without(schema: SchemaObject, ...keywords: readonly (keyof SchemaObject)[]): SchemaObject {
  const rest: Record<PropertyKey, unknown> = { ...schema };
  for (const keyword of keywords) Reflect.deleteProperty(rest, keyword);
  return rest as SchemaObject;
}

export function typesOf(schema: SchemaObject): readonly TypeName[] {
  if (schema.type === undefined) return [];
  return typeof schema.type === "string" ? [schema.type] : schema.type;
}

export function typeOfValue(value: Json): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as "string" | "boolean" | "object";
}

/** Returns whether a value has one of the types. An empty list means that every type is allowed. */
function hasType(value: Json, types: readonly TypeName[]): boolean {
  const type = typeOfValue(value);
  return types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));
}

/**
 * Returns the distinct values that `const` or `enum` allows, or `[null]` for the type null. Returns undefined for other
 * schemas.
 */
export function valuesOf(schema: Schema): readonly Json[] | undefined {
  if (typeof schema === "boolean") return undefined;
  if (schema.const === undefined && schema.enum === undefined)
    return schema.type === "null" ? [null] : undefined;
  const types = typesOf(schema);
  const listed = schema.const === undefined ? (schema.enum ?? []) : [schema.const];
  return distinct(listed).filter(
    (value) =>
      hasType(value, types) &&
      (schema.const === undefined ||
        schema.enum === undefined ||
        schema.enum.some((other) => sameJson(other, value))),
  );
}
