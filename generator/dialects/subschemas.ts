import { formOf } from "../base/schema-children.js";
import { isMapping, type Mapping } from "./node.js";

const mostDepth = 200;

/** The names of keywords in JSON Schema, by the spelling of Python SDKs and Vertex. */
export const spellings: ReadonlyMap<string, string> = new Map([
  ["any_of", "anyOf"],
  ["min_items", "minItems"],
  ["max_items", "maxItems"],
  ["min_length", "minLength"],
  ["max_length", "maxLength"],
  ["min_properties", "minProperties"],
  ["max_properties", "maxProperties"],
  ["property_ordering", "propertyOrdering"],
  ["additional_properties", "additionalProperties"],
  ["ref", "$ref"],
  ["defs", "$defs"],
]);

/**
 * Copies a schema. `change` is applied to every inner schema and then to the schema itself. Data, such as the
 * value of `default`, stays unchanged.
 */
export function mapSchemas(schema: unknown, change: (schema: Mapping) => Mapping, depth = 0): unknown {
  if (!isMapping(schema) || depth > mostDepth) return schema;
  const again = (inner: unknown): unknown => mapSchemas(inner, change, depth + 1);
  const result: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of Object.entries(schema)) {
    const form = formOf(spellings.get(key) ?? key, value);
    if (form === "list") result[key] = (value as readonly unknown[]).map(again);
    else if (form === "map") result[key] = mapValues(value as Mapping, again);
    else result[key] = form === "one" ? again(value) : value;
  }
  return change(result);
}

function mapValues(named: Mapping, change: (value: unknown) => unknown): Mapping {
  const result: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(named)) result[name] = change(value);
  return result;
}
