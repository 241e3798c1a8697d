import { isObject } from "./message.js";
import { type Context, refuseField } from "./refusal.js";
import { breach } from "./texts.js";

// Checks a JSON Schema declaration like Gemini. Gemini checks only references, and accepts any other JSON.

export function checkJsonSchema(root: unknown, path: string, context: Context): void {
  const resolve = createResolver(root);
  visitSchemas(root, [], (schema, at) => {
    const reference = schema.$ref;
    if (typeof reference !== "string") return;
    if (resolve(reference) === undefined)
      refuseField(context, path, breach("undefinedReference", at.length === 0 ? "the root" : at.join(".")));
    const forbiddenKeys = Object.keys(schema).filter(
      (name) => !name.startsWith("$") && name !== "description" && name !== "default",
    );
    if (forbiddenKeys.length > 0) refuseField(context, path, breach("besideReference", reference));
  });
  for (const reference of requiredCycles(root, resolve))
    refuseField(context, path, breach("requiredCycle", reference));
}

type Node = Readonly<Record<string, unknown>>;
type Resolve = (reference: string) => unknown;

const mapsOfSchemas = ["properties", "$defs", "definitions", "patternProperties", "dependentSchemas"];
const listsOfSchemas = ["anyOf", "oneOf", "allOf", "prefixItems"];
const singleSchemas = [
  "items",
  "additionalProperties",
  "not",
  "if",
  "then",
  "else",
  "contains",
  "propertyNames",
];

/**
 * Calls `visit` for each schema. Values that are not schemas are skipped. So a property with the name `$ref` is not
 * taken for a reference.
 */
function visitSchemas(
  schema: unknown,
  at: readonly string[],
  visit: (schema: Node, at: readonly string[]) => void,
): void {
  if (!isObject(schema)) return;
  visit(schema, at);
  for (const [key, child] of childrenOf(schema)) visitSchemas(child, [...at, ...key], visit);
}

function* childrenOf(schema: Node): Generator<readonly [readonly string[], unknown]> {
  for (const keyword of mapsOfSchemas) {
    const map = schema[keyword];
    if (isObject(map)) for (const [name, child] of Object.entries(map)) yield [[keyword, name], child];
  }
  for (const keyword of listsOfSchemas) {
    const list = schema[keyword];
    if (Array.isArray(list))
      for (const [index, child] of list.entries()) yield [[keyword, String(index)], child];
  }
  for (const keyword of singleSchemas) yield [[keyword], schema[keyword]];
}

function createResolver(root: unknown): Resolve {
  const named = new Map<string, unknown>();
  visitSchemas(root, [], (schema) => {
    if (typeof schema.$id === "string") named.set(schema.$id, schema);
    if (typeof schema.$anchor === "string") named.set(`#${schema.$anchor}`, schema);
  });
  return (reference) => {
    if (reference === "#") return root;
    if (reference.startsWith("#/")) return valueAtPointer(root, reference.slice(2).split("/"));
    return named.get(reference);
  };
}

function valueAtPointer(root: unknown, tokens: readonly string[]): unknown {
  let node = root;
  for (const token of tokens) {
    const key = decode(token).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return undefined;
    node = (node as Record<string, unknown>)[key];
  }
  return node;
}

function decode(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

/**
 * Returns the references that lead back to themselves through subschemas that Gemini treats as required. Gemini
 * refuses such a cycle.
 */
function requiredCycles(root: unknown, resolve: Resolve): ReadonlySet<string> {
  const cycles = new Set<string>();
  const done = new Set<string>();
  const follow = (schema: unknown, ancestors: readonly string[]): void => {
    if (!isObject(schema)) return;
    const reference = schema.$ref;
    if (typeof reference === "string") {
      if (ancestors.includes(reference)) cycles.add(reference);
      else if (!done.has(reference)) {
        follow(resolve(reference), [...ancestors, reference]);
        done.add(reference);
      }
    }
    for (const child of requiredChildren(schema)) follow(child, ancestors);
  };
  follow(root, ["#"]);
  visitSchemas(root, [], (schema) => {
    follow(schema, []);
  });
  return cycles;
}

/**
 * Yields the subschemas that Gemini treats as required. `items` and the branches of unions are included. Optional
 * properties are excluded.
 */
function* requiredChildren(schema: Node): Generator<unknown> {
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const [path, child] of childrenOf(schema)) {
    const [keyword, name] = path;
    if (keyword === "$defs" || keyword === "definitions") continue;
    if (keyword === "properties" && !required.includes(name)) continue;
    yield child;
  }
}
