import type { Schema, ToolSet, Tool } from "../ir.js";
import { childrenOf } from "../base/schema-children.js";

/** The name in `#/$defs/<name>`. After `normalise`, names have letters and digits only. */
export function defName(reference: string): string {
  return reference.slice("#/$defs/".length);
}

/** Names of all schemas that can be reached by reference from the given schemas. */
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

/** The names that a schema itself refers to. The result is cached, because every tool of a large set asks for it. */
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

/** Returns a function that looks a name up in the tool, then in the set. After `normalise` every reference has a target. */
export function resolver(set: ToolSet, tool?: Tool): (name: string) => Schema {
  return (name) => {
    const schema = tool?.defs.get(name) ?? set.schemas.get(name);
    if (schema === undefined)
      throw new Error(`no schema ${JSON.stringify(name)} in set ${JSON.stringify(set.name)}`);
    return schema;
  };
}
