import type { Json, Schema, SchemaObject, Tool, ToolSet } from "../ir.js";
import type { Options } from "../options.js";
import { type Origin, origin, within } from "../origin.js";
import { mapChildren } from "../schema-children.js";
import { typeOf } from "./accepts-scalar.js";
import { contradictionsIn } from "./contradictory-bounds.js";
import type { SchemaVisit } from "./rule.js";
import { holdsUnsafeInteger } from "./unsafe-integers.js";
import { isRefusedPattern } from "./unsafe-pattern.js";
import { faultOfDefault } from "./wrong-default.js";

/**
 * Leaves out what the checks have warned about in a foreign document: a default that its schema forbids, an empty enum, a pattern
 * that cannot be run safely. Its author does not read our diagnostics, and the service checks the detail anyway.
 */
export function mendSet(set: ToolSet, options: Options): ToolSet {
  const shared = (name: string): Schema | undefined => set.schemas.get(name);
  return {
    ...set,
    schemas: mapMap(set.schemas, (schema) => mend(schema, { options, resolve: shared, at: set.origin })),
    tools: set.tools.map((tool) => mendTool(tool, shared, options)),
  };
}

function mendTool(tool: Tool, shared: SchemaVisit["resolve"], options: Options): Tool {
  const resolve = (name: string): Schema | undefined => tool.defs.get(name) ?? shared(name);
  const mending = { options, resolve, at: tool.origin };
  return {
    ...tool,
    input: mend(tool.input, mending) as SchemaObject,
    output: tool.output === undefined ? undefined : mend(tool.output, mending),
    defs: mapMap(tool.defs, (schema) => mend(schema, mending)),
  };
}

interface Mending {
  readonly options: Options;
  readonly resolve: SchemaVisit["resolve"];
  /** The nearest place that is known. */
  readonly at: Origin;
}

function mend(schema: Schema, mending: Mending): Schema {
  if (typeof schema === "boolean") return schema;
  const at = schema[origin] ?? mending.at;
  const whole = mapChildren(schema, (child) => mend(child, { ...mending, at }));
  const typed = enumOfType(whole);
  const dropped = new Set<string>(wrongKeywords(schema, { ...mending, at }));
  if (typed?.length === 0) dropped.add("enum");
  const kept = Object.entries(whole).filter(([keyword]) => !dropped.has(keyword));
  const { patternProperties } = whole;
  return {
    [origin]: at,
    ...Object.fromEntries(kept),
    ...(typed !== undefined && typed.length > 0 && { enum: typed }),
    ...(patternProperties !== undefined && {
      patternProperties: withoutUnsafe(patternProperties, mending.options),
    }),
  };
}

function wrongKeywords(schema: SchemaObject, { options, resolve, at }: Mending): readonly string[] {
  const literals = (["const", "enum", "default"] as const).filter((keyword) =>
    holdsUnsafeInteger(schema[keyword] as never, within(at, keyword)),
  );
  return [
    ...literals,
    ...contradictionsIn(schema).flatMap(({ lower, upper }) => [lower, upper]),
    ...(schema.enum?.length === 0 ? ["enum"] : []),
    ...(schema.pattern !== undefined && isRefusedPattern(schema.pattern, schema, options) ? ["pattern"] : []),
    ...(faultOfDefault(schema, resolve) === undefined ? [] : ["default"]),
  ];
}

/**
 * The values of an enum in the type beside it, where none of them is of that type: generators write numbers and booleans as text. Nothing
 * where the enum is fine.
 */
function enumOfType({ type, enum: values }: SchemaObject): readonly Json[] | undefined {
  if (values === undefined || values.length === 0 || typeof type !== "string") return undefined;
  const isOf = (value: Json): boolean =>
    typeOf(value) === type || (type === "number" && typeOf(value) === "integer");
  if (values.some(isOf)) return undefined;
  return values
    .map((value) => retyped(value, type))
    .filter((value) => value !== undefined && isOf(value)) as Json[];
}

function retyped(value: Json, type: string): Json | undefined {
  if (type === "string" && typeof value !== "object") return String(value);
  if (typeof value !== "string" || type === "string") return undefined;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return undefined;
  }
}

/** Names that a pattern may have meant stay allowed, whatever their values are. */
function withoutUnsafe(
  patterns: Readonly<Record<string, Schema>>,
  options: Options,
): Readonly<Record<string, Schema>> {
  const safe = Object.entries(patterns).filter(([pattern]) => !isRefusedPattern(pattern, {}, options));
  const isSame = safe.length === Object.keys(patterns).length;
  return isSame ? patterns : Object.fromEntries([...safe, ["", true]]);
}

function mapMap<V>(map: ReadonlyMap<string, V>, replace: (value: V) => V): ReadonlyMap<string, V> {
  return new Map([...map].map(([key, value]) => [key, replace(value)]));
}
