import type { Schema, SchemaObject, Tool, ToolSet } from "../ir.js";
import { childrenOf, mapChildren } from "../base/schema-children.js";
import { withoutBound } from "../lower/without-bound.js";
import { inKeywordOrder } from "./keyword-order.js";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the schema of all arguments except bound arguments. The result is self-contained: its `$defs` contains all
 * schemas to which it refers.
 */
export function argumentsSchema(tool: Tool, set: ToolSet): Fields {
  return selfContained(visibleInput(tool, set), tool, set) as Fields;
}

/** Returns the schema of the arguments that a model may send, and the schema of the result. */
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

/** Returns a self-contained schema: `$defs` contains all schemas to which it refers. */
export function selfContained(schema: Schema, tool: Tool, set: ToolSet): unknown {
  return withDefinitions(
    schema,
    (name) => tool.defs.get(name) ?? set.schemas.get(name),
    shortNames(tool, set),
  );
}

/**
 * Returns a schema whose `$defs` contains the schemas to which it refers. A schema for which `find` returns undefined
 * stays outside. `rename` returns the name of a definition in `$defs`, or the complete reference of a schema that stays
 * outside.
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
 * Returns a function that shortens the names of definitions. The definitions of a tool begin with the name of the tool,
 * so that they are unique in generated code. An exported schema does not need this prefix. The prefix stays if two
 * definitions would otherwise have the same name.
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

function namesReferredTo(schema: Schema, names = new Set<string>()): ReadonlySet<string> {
  if (typeof schema === "boolean") return names;
  if (schema.$ref !== undefined) names.add(schema.$ref.slice(pointer.length));
  for (const child of childrenOf(schema)) namesReferredTo(child, names);
  return names;
}

/** Converts a schema to plain data. References get their new names, and keywords are ordered. */
function rewritten(
  schema: Schema,
  needed: ReadonlyMap<string, Schema>,
  rename: (name: string) => string,
): Schema {
  if (typeof schema === "boolean") return schema;
  const reference = (value: string): string => {
    const name = value.slice(pointer.length);
    return needed.has(name) ? `${pointer}${rename(name)}` : rename(name);
  };
  const inner = mapChildren(schema, (child) => rewritten(child, needed, rename));
  const { $ref, discriminator } = inner;
  const entries = Object.entries({
    ...inner,
    ...($ref !== undefined && { $ref: reference($ref) }),
    ...(discriminator !== undefined && { discriminator: withMapping(discriminator, reference) }),
  });
  return Object.fromEntries(inKeywordOrder(entries.filter((entry) => isExported(entry, schema))));
}

/**
 * Returns whether a keyword is exported. An empty `required` and the internal keyword `patternUpTo` are left out. A
 * pattern is left out if `patternUpTo` is 0, because it is then applied to no text.
 */
function isExported([key, value]: readonly [string, unknown], { patternUpTo }: SchemaObject): boolean {
  if (key === "required") return !Array.isArray(value) || value.length > 0;
  return key !== "patternUpTo" && (key !== "pattern" || patternUpTo !== 0);
}

type Discriminator = NonNullable<SchemaObject["discriminator"]>;

function withMapping(discriminator: Discriminator, reference: (value: string) => string): Discriminator {
  if (discriminator.mapping === undefined) return discriminator;
  const mapping = Object.entries(discriminator.mapping).map(([value, target]) => [value, reference(target)]);
  return { ...discriminator, mapping: Object.fromEntries(mapping) as Record<string, string> };
}
