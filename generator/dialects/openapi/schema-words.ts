import { child, isMapping, items, type Node, own } from "./node.js";

// Where schemas stand inside schemas. `enum`, `default`, `example` and the like hold data, which may look like schemas.

export const schemaMaps = [
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs",
  "definitions",
] as const;
export const schemaLists = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;
export const schemaWords = [
  "items",
  "additionalProperties",
  "not",
  "if",
  "then",
  "else",
  "contains",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
  "additionalItems",
] as const;

/** The schemas directly inside a schema. */
export function subschemas(node: Node): readonly Node[] {
  if (!isMapping(node.value)) return [];
  const found: Node[] = [];
  for (const word of schemaMaps) {
    const map = own(node.value, word);
    if (isMapping(map)) for (const key of Object.keys(map)) found.push(child(node, word, key));
  }
  for (const word of schemaLists) found.push(...items(child(node, word)));
  for (const word of schemaWords) {
    const inner = child(node, word);
    if (Array.isArray(inner.value)) found.push(...items(inner));
    else if (isMapping(inner.value)) found.push(inner);
  }
  return found;
}
