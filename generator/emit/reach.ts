import type { Schema, SchemaObject, ToolSet, Tool } from "../ir.js";

/** The schemas directly below a schema. */
export function* subschemas(schema: Schema): Generator<Schema> {
  if (typeof schema === "boolean") return;
  for (const keyword of listKeywords) yield* schema[keyword] ?? [];
  for (const keyword of mapKeywords) yield* Object.values(schema[keyword] ?? {});
  for (const keyword of singleKeywords) {
    const child = schema[keyword];
    if (child !== undefined) yield child;
  }
}

const listKeywords = [
  "prefixItems",
  "allOf",
  "anyOf",
  "oneOf",
] as const satisfies readonly (keyof SchemaObject)[];
const mapKeywords = [
  "properties",
  "patternProperties",
  "dependentSchemas",
] as const satisfies readonly (keyof SchemaObject)[];
const singleKeywords = [
  "items",
  "additionalProperties",
  "propertyNames",
  "unevaluatedProperties",
  "unevaluatedItems",
  "contains",
  "not",
  "if",
  "then",
  "else",
] as const satisfies readonly (keyof SchemaObject)[];

/** The name in `#/$defs/<name>`; `normalise` gives names of letters and digits only. */
export function defName(reference: string): string {
  return reference.slice("#/$defs/".length);
}

/** Names of every schema that can be reached by reference from the given ones. */
export function reachableDefs(
  schemas: Iterable<Schema>,
  resolve: (name: string) => Schema,
): ReadonlySet<string> {
  const found = new Set<string>();
  const pending = [...schemas];
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (typeof schema === "object" && schema.$ref !== undefined) {
      const name = defName(schema.$ref);
      if (!found.has(name)) {
        found.add(name);
        pending.push(resolve(name));
      }
    }
    pending.push(...subschemas(schema));
  }
  return found;
}

/** Looks a name up in the tool, then in the set; `normalise` leaves no dangling reference. */
export function resolver(set: ToolSet, tool?: Tool): (name: string) => Schema {
  return (name) => {
    const schema = tool?.defs.get(name) ?? set.schemas.get(name);
    if (schema === undefined)
      throw new Error(`no schema ${JSON.stringify(name)} in set ${JSON.stringify(set.name)}`);
    return schema;
  };
}
