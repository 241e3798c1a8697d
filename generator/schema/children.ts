import type { Schema, SchemaObject } from "../ir.js";
import { put } from "./json-value.js";

const single = [
  "additionalProperties",
  "propertyNames",
  "unevaluatedProperties",
  "items",
  "contains",
  "unevaluatedItems",
  "not",
  "if",
  "then",
  "else",
] as const;
const lists = ["prefixItems", "allOf", "anyOf", "oneOf"] as const;
const maps = ["properties", "patternProperties", "dependentSchemas"] as const;

/** Keywords whose schemas look at the same value as the schema they stand in. */
const inPlace = new Set<string>(["not", "if", "then", "else", "allOf", "anyOf", "oneOf", "dependentSchemas"]);

/** Calls `visit` with every schema directly inside this one. */
export function eachChild(schema: SchemaObject, visit: (child: Schema, samePlace: boolean) => void): void {
  for (const key of single) {
    const child = schema[key];
    if (child !== undefined) visit(child, inPlace.has(key));
  }
  for (const key of lists) for (const child of schema[key] ?? []) visit(child, inPlace.has(key));
  for (const key of maps) {
    const map = schema[key];
    if (map !== undefined) for (const child of Object.values(map)) visit(child, inPlace.has(key));
  }
}

/** The same schema with every schema directly inside it replaced. */
export function mapChildren(schema: SchemaObject, replace: (child: Schema) => Schema): SchemaObject {
  const copy: Record<string | symbol, unknown> = { ...schema };
  for (const key of single) if (schema[key] !== undefined) copy[key] = replace(schema[key]);
  for (const key of lists) if (schema[key] !== undefined) copy[key] = schema[key].map(replace);
  for (const key of maps) if (schema[key] !== undefined) copy[key] = mapValues(schema[key], replace);
  return copy as SchemaObject;
}

export function mapValues<T, U>(
  map: Readonly<Record<string, T>>,
  replace: (value: T) => U,
): Record<string, U> {
  const copy: Record<string, U> = {};
  for (const key of Object.keys(map)) put(copy, key, replace(map[key]!));
  return copy;
}
