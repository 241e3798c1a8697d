import { isMapping, type Mapping } from "./node.js";

// Which keywords hold schemas. Property names that look like keywords are never taken for them.

const holdsOne = [
  "items",
  "additionalProperties",
  "additional_properties",
  "additionalItems",
  "propertyNames",
  "contains",
  "not",
  "if",
  "then",
  "else",
  "unevaluatedProperties",
  "unevaluatedItems",
];
const holdsList = ["anyOf", "oneOf", "allOf", "prefixItems", "items", "any_of", "one_of", "all_of"];
const holdsNamed = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "defs"];

const mostDepth = 200;

/** Rebuilds a schema with every subschema changed, the root last; data inside a schema is left alone. */
export function mapSchemas(schema: unknown, change: (schema: Mapping) => Mapping, depth = 0): unknown {
  if (!isMapping(schema) || depth > mostDepth) return schema;
  const again = (inner: unknown): unknown => mapSchemas(inner, change, depth + 1);
  const result: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of Object.entries(schema)) {
    if (Array.isArray(value) && holdsList.includes(key)) result[key] = value.map(again);
    else if (isMapping(value) && holdsNamed.includes(key)) result[key] = mapValues(value, again);
    else if (holdsOne.includes(key)) result[key] = again(value);
    else result[key] = value;
  }
  return change(result);
}

function mapValues(named: Mapping, change: (value: unknown) => unknown): Mapping {
  const result: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(named)) result[name] = change(value);
  return result;
}
