import { isObject } from "../../base/is-object.js";
import type { GeminiSchema } from "../../wire.js";

type Fields = Readonly<Record<string, unknown>>;

/** Thrown inside only: the schema says something that Gemini's `parameters` cannot. */
class Inexpressible extends Error {}

/**
 * A JSON Schema in the 22 fields of Gemini's Schema, or nothing where that would change its meaning.
 * Closed objects stay open in it: Gemini has no word for that, and never invents arguments on purpose.
 */
export function toGeminiSchema(schema: unknown): GeminiSchema | undefined {
  try {
    return convert(schema);
  } catch (error) {
    if (error instanceof Inexpressible) return undefined;
    throw error;
  }
}

const copied = new Set([
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
const translated = new Set(["type", "properties", "items", "anyOf", "enum", "const", "format", "nullable"]);
const dropped = new Set(["$schema", "$id", "$comment", "propertyOrdering"]);
const safeFormats: Readonly<Record<string, readonly string[]>> = {
  STRING: ["date-time", "enum"],
  INTEGER: ["int32", "int64"],
  NUMBER: ["float", "double"],
};

function convert(schema: unknown): GeminiSchema {
  if (!isObject(schema)) throw new Inexpressible();
  for (const [key, value] of Object.entries(schema)) {
    const closed = key === "additionalProperties" && value === false;
    if (!copied.has(key) && !translated.has(key) && !dropped.has(key) && !closed) throw new Inexpressible();
  }
  const result: Record<string, unknown> = { ...typeOf(schema) };
  for (const key of copied) if (schema[key] !== undefined && schema[key] !== null) result[key] = schema[key];
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
    // A union has to stand alone.
    if (Object.keys(result).length > 0) throw new Inexpressible();
    result.anyOf = schema.anyOf.map(convert);
  }
  return result as GeminiSchema;
}

/** Gemini wants every required name among the properties. */
function refuseUndefined({ required, properties }: Fields): void {
  const names = Array.isArray(required) ? (required as unknown[]) : [];
  if (names.some((name) => !isObject(properties) || !Object.hasOwn(properties, String(name))))
    throw new Inexpressible();
}

function typeOf(schema: Fields): Fields {
  const list = (Array.isArray(schema.type) ? schema.type : [schema.type]) as readonly unknown[];
  const types = list.filter((type) => type !== "null");
  const nullable = types.length < list.length || schema.nullable === true ? { nullable: true } : {};
  const [type] = types;
  if (types.length !== 1) throw new Inexpressible();
  if (typeof type === "string") return { type: type.toUpperCase(), ...nullable };
  // Without a type a schema must be a union, and a union must stand alone.
  if (!Array.isArray(schema.anyOf)) throw new Inexpressible();
  return nullable;
}

function choices(schema: Fields): string[] {
  const values: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : [schema.const];
  if (
    values.length === 0 ||
    !values.every((value): value is string => typeof value === "string" && value !== "")
  )
    throw new Inexpressible();
  return [...values];
}

function propertiesOf(properties: Fields): Fields {
  const names = Object.keys(properties);
  if (names.length === 0) throw new Inexpressible();
  return {
    properties: Object.fromEntries(names.map((name) => [name, convert(properties[name])])),
    propertyOrdering: names,
  };
}
