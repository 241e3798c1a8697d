import type { Schema, SchemaObject, Tool, ToolSet } from "../ir.js";
import { withoutBound } from "../lower/without-bound.js";
import { inKeywordOrder } from "./keyword-order.js";

type Fields = Readonly<Record<string, unknown>>;

/** The arguments a model may give: without the bound ones, with every schema they need in `$defs`. */
export function argumentsSchema(tool: Tool, set: ToolSet): Fields {
  return selfContained(visibleInput(tool, set), tool, set) as Fields;
}

/** The arguments that a model may give, and the result. */
export function plainSchemas(
  tool: Tool,
  set: ToolSet,
): { readonly input: unknown; readonly output?: unknown } {
  const { output } = tool;
  return {
    input: argumentsSchema(tool, set),
    ...(output !== undefined && { output: selfContained(output, tool, set) }),
  };
}

function visibleInput({ input, policy: { bind }, defs }: Tool, { schemas }: ToolSet): SchemaObject {
  return withoutBound(input, new Set(bind.keys()), (reference) => {
    const name = reference.slice(pointer.length);
    return defs.get(name) ?? schemas.get(name);
  });
}

/** A schema that needs nothing around it. */
export function selfContained(schema: Schema, tool: Tool, set: ToolSet): unknown {
  return withDefinitions(
    schema,
    (name) => tool.defs.get(name) ?? set.schemas.get(name),
    shortNames(tool, set),
  );
}

/**
 * The schema with the definitions it needs beside it, as far as `find` knows them.
 * `rename` gives a definition its name in the result, or the whole reference of one that stands elsewhere.
 */
export function withDefinitions(
  schema: Schema,
  find: (name: string) => Schema | undefined,
  rename: (name: string) => string,
): unknown {
  const needed = new Map<string, Schema>();
  const collect = (from: Schema): void => {
    for (const name of namesReferredTo(from)) {
      const definition = needed.has(name) ? undefined : find(name);
      if (definition === undefined) continue;
      needed.set(name, definition);
      collect(definition);
    }
  };
  collect(schema);
  const written = rewritten(schema, needed, rename);
  if (needed.size === 0 || typeof written !== "object" || written === null) return written;
  const definitions = [...needed].map(
    ([name, definition]) => [rename(name), rewritten(definition, needed, rename)] as const,
  );
  definitions.sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...written, $defs: Object.fromEntries(definitions) };
}

const pointer = "#/$defs/";

/**
 * Definitions of a tool carry its name in front, to be told apart in one folder of code. Here nothing else is near:
 * the name goes, unless two definitions would then share one.
 */
export function shortNames(tool: Tool, set: ToolSet): (name: string) => string {
  const names = [...tool.defs.keys()];
  const short = new Map(names.map((name) => [name, withoutPrefix(name, tool.names.type)] as const));
  const taken = [...short.values(), ...set.schemas.keys()];
  return (name) => {
    const candidate = short.get(name) ?? name;
    return taken.filter((other) => other === candidate).length > 1 ? name : candidate;
  };
}

function withoutPrefix(name: string, prefix: string): string {
  const rest = name.startsWith(prefix) ? name.slice(prefix.length) : "";
  return /^[A-Z]/.test(rest) ? rest : name;
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

/** Whether the value of a keyword is data, not schemas. */
export const isData = (keyword: string): boolean => data.has(keyword);

/** Whether the value of a keyword holds schemas by name. */
export const isNamed = (keyword: string): boolean => named.has(keyword);

function namesReferredTo(schema: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(schema)) for (const item of schema) namesReferredTo(item, names);
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return names;
  for (const [key, value] of Object.entries(schema)) {
    if (key === "$ref" && typeof value === "string") names.add(value.slice(pointer.length));
    if (data.has(key)) continue;
    for (const inner of named.has(key) ? Object.values(value as Fields) : [value])
      namesReferredTo(inner, names);
  }
  return names;
}

/** Plain data with references as the target writes them and keywords in one order. */
function rewritten(
  schema: unknown,
  needed: ReadonlyMap<string, Schema>,
  rename: (name: string) => string,
): unknown {
  if (Array.isArray(schema)) return schema.map((item) => rewritten(item, needed, rename));
  if (typeof schema !== "object" || schema === null) return schema;
  const said = Object.entries(schema as Fields).filter((entry) => isSaid(entry, schema as Fields));
  const reference = (value: string): string => {
    const name = value.slice(pointer.length);
    return needed.has(name) ? `${pointer}${rename(name)}` : rename(name);
  };
  const entries = said.map(([key, value]): [string, unknown] => {
    if (key === "$ref" && typeof value === "string") return [key, reference(value)];
    if (key === "discriminator") return [key, withMapping(value as Discriminator, reference)];
    if (data.has(key)) return [key, value];
    if (!named.has(key)) return [key, rewritten(value, needed, rename)];
    const inner = Object.entries(value as Fields).map(
      ([name, one]) => [name, rewritten(one, needed, rename)] as const,
    );
    return [key, Object.fromEntries(inner)];
  });
  return Object.fromEntries(inKeywordOrder(entries));
}

/** An empty list of required properties says nothing; up to which length a pattern is tried is our own business. */
function isSaid([key, value]: readonly [string, unknown], { patternUpTo }: Fields): boolean {
  if (key === "required") return !Array.isArray(value) || value.length > 0;
  return key !== "patternUpTo" && (key !== "pattern" || patternUpTo !== 0);
}

type Discriminator = NonNullable<SchemaObject["discriminator"]>;

function withMapping(discriminator: Discriminator, reference: (value: string) => string): Discriminator {
  if (discriminator.mapping === undefined) return discriminator;
  const mapping = Object.entries(discriminator.mapping).map(([value, target]) => [value, reference(target)]);
  return { ...discriminator, mapping: Object.fromEntries(mapping) as Record<string, string> };
}
