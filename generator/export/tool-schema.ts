import type { Schema, SchemaObject, Tool, ToolSet } from "../ir.js";

type Fields = Readonly<Record<string, unknown>>;

/** The arguments a model may give: without the bound ones, with every schema they need in `$defs`. */
export function argumentsSchema(tool: Tool, set: ToolSet): Fields {
  const { bind } = tool.policy;
  if (bind.size === 0) return selfContained(tool.input, tool, set) as Fields;
  const { properties = {}, required = [], ...rest } = tool.input;
  const visible = Object.entries(properties).filter(([name]) => !bind.has(name));
  const input: SchemaObject = {
    ...rest,
    properties: Object.fromEntries(visible),
    ...(required.every((name) => bind.has(name))
      ? {}
      : { required: required.filter((name) => !bind.has(name)) }),
  };
  return selfContained(input, tool, set) as Fields;
}

/** A schema that needs nothing around it; references stay `#/$defs/<name>`. */
export function selfContained(schema: Schema, tool: Tool, set: ToolSet): unknown {
  if (typeof schema === "boolean") return schema;
  const needed = new Map<string, Schema>();
  collect(schema, needed, (name) => tool.defs.get(name) ?? set.schemas.get(name));
  if (needed.size === 0) return plain(schema);
  const names = [...needed.keys()].sort();
  return plain({ ...schema, $defs: Object.fromEntries(names.map((name) => [name, needed.get(name)])) });
}

function collect(
  value: unknown,
  needed: Map<string, Schema>,
  find: (name: string) => Schema | undefined,
): void {
  for (const name of namesReferredTo(value)) {
    const schema = needed.has(name) ? undefined : find(name);
    if (schema === undefined) continue;
    needed.set(name, schema);
    collect(schema, needed, find);
  }
}

const pointer = "#/$defs/";

/** Names of the definitions that a schema refers to itself; what stands in data is not a reference. */
export function namesReferredTo(value: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  eachSchema(value, ({ $ref }) => {
    if (typeof $ref === "string" && $ref.startsWith(pointer)) names.add($ref.slice(pointer.length));
  });
  return names;
}

/** Keywords whose value is data; all others hold schemas, alone, listed or by name. */
const data = new Set([
  "default",
  "examples",
  "enum",
  "const",
  "required",
  "dependentRequired",
  "discriminator",
]);
const named = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);

function eachSchema(schema: unknown, visit: (schema: Fields) => void): void {
  if (Array.isArray(schema)) for (const item of schema) eachSchema(item, visit);
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return;
  visit(schema as Fields);
  for (const [key, value] of Object.entries(schema)) {
    if (data.has(key)) continue;
    if (named.has(key)) for (const inner of Object.values(value as Fields)) eachSchema(inner, visit);
    else eachSchema(value, visit);
  }
}

/** The same with every reference to a definition rewritten. */
export function withReferences(schema: unknown, rewrite: (name: string) => string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withReferences(item, rewrite));
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]: [string, unknown]) => {
      if (key === "$ref" && typeof value === "string" && value.startsWith(pointer))
        return [key, rewrite(value.slice(pointer.length))];
      if (data.has(key)) return [key, value];
      if (!named.has(key)) return [key, withReferences(value, rewrite)];
      const inner = Object.entries(value as Fields).map(([name, one]) => [
        name,
        withReferences(one, rewrite),
      ]);
      return [key, Object.fromEntries(inner) as unknown];
    }),
  );
}

/** Plain data: origins go, `__proto__` stays an ordinary key. */
function plain(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema)) as unknown;
}
