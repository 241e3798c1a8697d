import type { Schema, SchemaObject, Tool, ToolSet } from "../ir.js";
import { type Origin, origin, within } from "../base/origin.js";
import { mapChildren } from "../base/schema-children.js";
import { typeOf } from "./values/accepts-scalar.js";
import { contradictionsIn } from "./rules/contradictory-bounds.js";
import type { Checking, SchemaVisit } from "./rule.js";
import { holdsUnsafeInteger } from "./rules/unsafe-integers.js";
import { isUnsafeForNames, matchedUpTo } from "./rules/unsafe-pattern.js";
import { faultOfDefault } from "./rules/wrong-default.js";

/**
 * Removes details of a foreign document that the rules have reported, such as an empty enum or a default that
 * its schema forbids. Slow patterns stay, but are matched against short texts only. The author of the
 * document does not read our diagnostics, and the service checks these details itself.
 */
export function mendSet(checking: Checking): ToolSet {
  const { set } = checking;
  const shared = (name: string): Schema | undefined => set.schemas.get(name);
  return {
    ...set,
    schemas: mapMap(set.schemas, (schema) => mend(schema, { checking, resolve: shared, at: set.origin })),
    tools: set.tools.map((tool) => mendTool(tool, shared, checking)),
  };
}

function mendTool(tool: Tool, shared: SchemaVisit["resolve"], checking: Checking): Tool {
  const resolve = (name: string): Schema | undefined => tool.defs.get(name) ?? shared(name);
  const mending = { checking, resolve, at: tool.origin };
  return {
    ...tool,
    input: mend(tool.input, mending) as SchemaObject,
    output: tool.output === undefined ? undefined : mend(tool.output, mending),
    defs: mapMap(tool.defs, (schema) => mend(schema, mending)),
  };
}

interface Mending {
  readonly checking: Checking;
  readonly resolve: SchemaVisit["resolve"];
  /** The location of the current schema, or of its nearest parent with a known location. */
  readonly at: Origin;
}

function mend(schema: Schema, mending: Mending): Schema {
  if (typeof schema === "boolean") return schema;
  const at = schema[origin] ?? mending.at;
  const mended = mapChildren(schema, (child) => mend(child, { ...mending, at }));
  const dropped = new Set<string>(wrongKeywords(schema, { ...mending, at }));
  const kept = Object.entries(mended).filter(([keyword]) => !dropped.has(keyword));
  const { patternProperties } = mended;
  const patternUpTo = matchedUpTo(schema, mending.checking);
  return {
    [origin]: at,
    ...Object.fromEntries(kept),
    ...(patternUpTo !== undefined && { patternUpTo }),
    ...(patternProperties !== undefined && {
      patternProperties: withoutUnsafe(patternProperties, mending.checking),
    }),
  };
}

function wrongKeywords(schema: SchemaObject, { checking, resolve, at }: Mending): readonly string[] {
  const literals = (["const", "enum", "default"] as const).filter((keyword) =>
    holdsUnsafeInteger(schema[keyword] as never, within(at, keyword)),
  );
  return [
    ...literals,
    ...contradictionsIn(schema).flatMap(({ lower, upper }) => [lower, upper]),
    ...(schema.enum?.length === 0 || hasNoValueOfType(schema) ? ["enum"] : []),
    ...(faultOfDefault(schema, resolve, checking.patterns) === undefined ? [] : ["default"]),
  ];
}

/**
 * Whether no value of the enum has the declared type. The schema would then allow no value at all, which the
 * author cannot have intended.
 */
function hasNoValueOfType({ type, enum: values = [] }: SchemaObject): boolean {
  if (typeof type !== "string" || values.length === 0) return false;
  return values.every((value) => {
    const found = typeOf(value);
    return found !== type && !(type === "number" && found === "integer");
  });
}

/**
 * Removes unsafe patterns. If a pattern was removed, the pattern `""` is added, which matches every property
 * name and allows any value. Otherwise `additionalProperties` could refuse names that the removed pattern
 * allowed.
 */
function withoutUnsafe(
  patterns: Readonly<Record<string, Schema>>,
  checking: Checking,
): Readonly<Record<string, Schema>> {
  const safe = Object.entries(patterns).filter(([pattern]) => !isUnsafeForNames(pattern, checking));
  const isSame = safe.length === Object.keys(patterns).length;
  return isSame ? patterns : Object.fromEntries([...safe, ["", true]]);
}

function mapMap<V>(map: ReadonlyMap<string, V>, replace: (value: V) => V): ReadonlyMap<string, V> {
  return new Map([...map].map(([key, value]) => [key, replace(value)]));
}
