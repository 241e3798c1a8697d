import { eachChild, mapChildren } from "../../base/schema-children.js";
import type { Schema, SchemaObject } from "../../ir.js";

/**
 * Finds equivalent schemas among schemas that may contain each other. The result maps each schema to the first
 * equivalent schema. At first, all schemas are in one group. A group is divided while its members contain schemas of
 * different groups. Schemas that remain in one group are equivalent.
 */
export function firstOfSame(schemas: readonly SchemaObject[]): ReadonlyMap<SchemaObject, SchemaObject> {
  let groups = new Map<Schema, number>(schemas.map((schema) => [schema, 0]));
  for (let before = 0, count = 1; count > before; ) {
    before = count;
    const known = new Map<string, number>();
    const next = new Map<Schema, number>();
    for (const schema of schemas) {
      const key = keyOf(schema, groups);
      const group = known.get(key) ?? known.size;
      known.set(key, group);
      next.set(schema, group);
    }
    groups = next;
    count = known.size;
  }
  const first = new Map<number, SchemaObject>();
  for (const schema of schemas) if (!first.has(groups.get(schema)!)) first.set(groups.get(schema)!, schema);
  return new Map(schemas.map((schema) => [schema, first.get(groups.get(schema)!)!]));
}

/** Returns the assertions of a schema as text. Each inner schema is replaced by the number of its group. */
function keyOf(schema: SchemaObject, groups: ReadonlyMap<Schema, number>): string {
  let hasChildren = false;
  eachChild(schema, () => void (hasChildren = true));
  const grouped = hasChildren
    ? mapChildren(schema, (child) => (groups.get(child) ?? child) as unknown as Schema)
    : schema;
  const { properties, ...others } = grouped;
  const named = Object.entries(properties ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([properties === undefined ? undefined : named, others]);
}
