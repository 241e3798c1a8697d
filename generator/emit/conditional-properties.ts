import type { Schema, SchemaObject } from "../ir.js";

// Finds the properties that an object describes only under a condition: in `if`, `then`, `else` or `dependentSchemas`.

/**
 * Returns the properties that a schema describes only under a condition, by name. If the condition does not hold, such
 * a property may have any value, so its type is `unknown`. If `then` and `else` are both present, they are skipped
 * here, because their types become a union.
 */
export function conditionalProperties(schema: SchemaObject): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema>();
  if (![schema.type].flat().includes("object")) return found;
  const own = new Set<string>();
  for (const part of partsOf(schema)) {
    for (const name of Object.keys(part.properties ?? {})) own.add(name);
    const { if: condition, then, else: otherwise, dependentSchemas = {} } = part;
    const isHalf = then === undefined || otherwise === undefined;
    const conditions = condition === undefined ? [] : isHalf ? [condition, then, otherwise] : [condition];
    for (const inner of [...conditions, ...Object.values(dependentSchemas)].flatMap(partsOf))
      collect(inner, found);
  }
  for (const name of own) found.delete(name);
  return found;
}

/** Returns the schemas that always apply to an object: the schema itself and the parts of its `allOf`. */
function partsOf(schema: Schema | undefined): readonly SchemaObject[] {
  if (typeof schema !== "object") return [];
  return [schema, ...(schema.allOf ?? []).flatMap(partsOf)];
}

function collect(schema: SchemaObject, found: Map<string, Schema>): void {
  const named = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.required ?? []).map((name) => [name, true] as const),
  ];
  for (const [name, property] of named) if (typeof found.get(name) !== "object") found.set(name, property);
}
