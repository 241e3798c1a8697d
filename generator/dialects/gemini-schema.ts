import type { Node } from "./node.js";
import { mapSchemas, spellings } from "./subschemas.js";

/**
 * Renames the keywords of Gemini's Schema to the keywords that the schema stage reads. The Python SDK and
 * ALTAR write keywords in snake_case. Vertex writes `ref` and `defs` instead of `$ref` and `$defs`. The names
 * of properties stay unchanged.
 */
export function camelCaseSchema(schema: Node): Node {
  return { ...schema, value: mapSchemas(schema.value, withCamelCase) };
}

function withCamelCase(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const renamed = Object.entries(schema).filter(([key]) => spellings.has(key));
  if (renamed.length === 0) return schema;
  const result: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of Object.entries(schema))
    result[spellings.get(key) ?? key] = respelled(key, value);
  return result;
}

function respelled(key: string, value: unknown): unknown {
  return key === "ref" && typeof value === "string" ? value.replace(/^#\/defs\//, "#/$defs/") : value;
}
