import type { Schema, ToolSet, Tool } from "../ir.js";
import { childrenOf } from "../base/schema-children.js";

/**
 * Returns the name in a reference: `#/$defs/Point` → `Point`. After `normalise`, names contain only letters and digits.
 */
export function defName(reference: string): string {
  return reference.slice("#/$defs/".length);
}

/** Returns the names of all schemas that can be reached from the given schemas by following references. */
export function reachableDefs(
  schemas: Iterable<Schema>,
  resolve: (name: string) => Schema,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const schema of schemas) for (const name of namedIn(schema)) found.add(name);
  for (const name of found) for (const next of namedIn(resolve(name))) found.add(next);
  return found;
}

const named = new WeakMap<object, readonly string[]>();

/**
 * Returns the names to which a schema refers directly. The result is cached, because every tool of a large set needs
 * it.
 */
function namedIn(schema: Schema): readonly string[] {
  if (typeof schema === "boolean") return [];
  const known = named.get(schema);
  if (known !== undefined) return known;
  const found = new Set<string>();
  const pending: Schema[] = [schema];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node === "boolean") continue;
    if (node.$ref !== undefined) found.add(defName(node.$ref));
    pending.push(...childrenOf(node));
  }
  named.set(schema, [...found]);
  return [...found];
}

/**
 * Returns a function that finds a named schema in a tool or in its set. After `normalise`, every reference has a
 * target.
 */
export function resolver(set: ToolSet, tool?: Tool): (name: string) => Schema {
  return (name) => {
    const schema = tool?.defs.get(name) ?? set.schemas.get(name);
    if (schema === undefined)
      throw new Error(`no schema ${JSON.stringify(name)} in set ${JSON.stringify(set.name)}`);
    return schema;
  };
}
