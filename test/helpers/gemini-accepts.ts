import type { Json } from "../../generator/ir.js";
import type { GeminiSchema } from "../../runtime/wire.js";

/** Whether a value may be sent for a schema of `parameters`. Unknown properties are not allowed. */
export function geminiAccepts(schema: GeminiSchema, value: Json): boolean {
  if (schema.anyOf !== undefined) return schema.anyOf.some((branch) => geminiAccepts(branch, value));
  if (value === null) return schema.nullable === true || schema.type === "NULL";
  switch (schema.type) {
    case "STRING":
      return typeof value === "string" && acceptsString(schema, value);
    case "INTEGER":
      return typeof value === "number" && Number.isInteger(value) && acceptsNumber(schema, value);
    case "NUMBER":
      return typeof value === "number" && acceptsNumber(schema, value);
    case "BOOLEAN":
      return typeof value === "boolean";
    case "ARRAY":
      return Array.isArray(value) && acceptsArray(schema, value as readonly Json[]);
    case "OBJECT":
      return (
        typeof value === "object" &&
        !Array.isArray(value) &&
        acceptsObject(schema, value as Record<string, Json>)
      );
    default:
      return false;
  }
}

function acceptsString(schema: GeminiSchema, value: string): boolean {
  const length = [...value].length;
  return (
    (schema.enum === undefined || schema.enum.includes(value)) &&
    length >= (schema.minLength ?? 0) &&
    length <= (schema.maxLength ?? Infinity) &&
    (schema.pattern === undefined || new RegExp(schema.pattern, "u").test(value))
  );
}

function acceptsNumber(schema: GeminiSchema, value: number): boolean {
  return value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);
}

function acceptsArray(schema: GeminiSchema, value: readonly Json[]): boolean {
  return (
    value.length >= (schema.minItems ?? 0) &&
    value.length <= (schema.maxItems ?? Infinity) &&
    value.every((item) => schema.items !== undefined && geminiAccepts(schema.items, item))
  );
}

function acceptsObject(schema: GeminiSchema, value: Readonly<Record<string, Json>>): boolean {
  const names = Object.keys(value);
  const properties = schema.properties ?? {};
  return (
    names.length >= (schema.minProperties ?? 0) &&
    names.length <= (schema.maxProperties ?? Infinity) &&
    (schema.required ?? []).every((name) => Object.hasOwn(value, name)) &&
    names.every(
      (name) =>
        Object.hasOwn(properties, name) &&
        geminiAccepts(properties[name] as GeminiSchema, value[name] as Json),
    )
  );
}
