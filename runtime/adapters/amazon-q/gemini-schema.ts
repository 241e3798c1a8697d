import { isObject } from "../../base/is-object.js";
import type { GeminiSchema } from "../../wire.js";

type SchemaFields = Readonly<Record<string, unknown>>;

/** Thrown inside this file if Gemini's `parameters` cannot express the schema. */
class Inexpressible extends Error {}

/**
 * Converts a JSON Schema to the schema of Gemini's `parameters`. Returns undefined if the conversion would
 * change the meaning. The exception is `additionalProperties: false`: Gemini has no field for this keyword,
 * so the keyword is dropped.
 */
export function toGeminiSchema(schema: unknown): GeminiSchema | undefined {
  try {
    return convert(schema);
  } catch (error) {
    if (error instanceof Inexpressible) return undefined;
    throw error;
  }
}

const copiedKeywords = new Set([
  "title",
  "description",
  "default",
  "required",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "minProperties",
  "maxProperties",
  "minimum",
  "maximum",
  "pattern",
]);
const translatedKeywords = new Set([
  "type",
  "properties",
  "items",
  "anyOf",
  "enum",
  "const",
  "format",
  "nullable",
]);
const droppedKeywords = new Set(["$schema", "$id", "$comment", "propertyOrdering"]);
const safeFormats: Readonly<Record<string, readonly string[]>> = {
  STRING: ["date-time", "enum"],
  INTEGER: ["int32", "int64"],
  NUMBER: ["float", "double"],
};

function convert(schema: unknown): GeminiSchema {
  if (!isObject(schema)) throw new Inexpressible();
  for (const [key, value] of Object.entries(schema)) {
    const closed = key === "additionalProperties" && value === false;
    if (!copiedKeywords.has(key) && !translatedKeywords.has(key) && !droppedKeywords.has(key) && !closed)
      throw new Inexpressible();
  }
  const result: Record<string, unknown> = { ...typeOf(schema) };
  for (const key of copiedKeywords)
    if (schema[key] !== undefined && schema[key] !== null) result[key] = schema[key];
  if (typeof schema.format === "string") {
    if (safeFormats[String(result.type)]?.includes(schema.format) !== true) throw new Inexpressible();
    result.format = schema.format;
  }
  if (schema.enum !== undefined || schema.const !== undefined) {
    if (result.type !== "STRING") throw new Inexpressible();
    result.enum = choices(schema);
  }
  if (isObject(schema.properties)) Object.assign(result, propertiesOf(schema.properties));
  else if (result.type === "OBJECT") throw new Inexpressible();
  refuseUndefined(result);
  if (schema.items !== undefined) result.items = convert(schema.items);
  else if (result.type === "ARRAY") throw new Inexpressible();
  if (Array.isArray(schema.anyOf)) {
    // Gemini allows no other fields beside `anyOf`.
    if (Object.keys(result).length > 0) throw new Inexpressible();
    result.anyOf = schema.anyOf.map(convert);
  }
  return result as GeminiSchema;
}

/** Throws if `required` contains a name that is not a property. Gemini refuses such a schema. */
function refuseUndefined({ required, properties }: SchemaFields): void {
  const names = Array.isArray(required) ? (required as unknown[]) : [];
  if (names.some((name) => !isObject(properties) || !Object.hasOwn(properties, String(name))))
    throw new Inexpressible();
}

function typeOf(schema: SchemaFields): SchemaFields {
  const list = (Array.isArray(schema.type) ? schema.type : [schema.type]) as readonly unknown[];
  const types = list.filter((type) => type !== "null");
  const nullable = types.length < list.length || schema.nullable === true ? { nullable: true } : {};
  const [type] = types;
  if (types.length !== 1) throw new Inexpressible();
  if (typeof type === "string") return { type: type.toUpperCase(), ...nullable };
  // A schema without a type must be a union without other fields.
  if (!Array.isArray(schema.anyOf)) throw new Inexpressible();
  return nullable;
}

function choices(schema: SchemaFields): string[] {
  const values: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : [schema.const];
  if (
    values.length === 0 ||
    !values.every((value): value is string => typeof value === "string" && value !== "")
  )
    throw new Inexpressible();
  return [...values];
}

function propertiesOf(properties: SchemaFields): SchemaFields {
  const names = Object.keys(properties);
  if (names.length === 0) throw new Inexpressible();
  return {
    properties: Object.fromEntries(names.map((name) => [name, convert(properties[name])])),
    propertyOrdering: names,
  };
}
