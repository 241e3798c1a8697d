import type { Json, Schema, SchemaObject, TypeName } from "../ir.js";
import { sameJson } from "./codec.js";
import { isAnything, typesOf } from "./schema-facts.js";

// One schema for values that fit two.

/**
 * A schema for values that fit both. It may allow more where two keywords cannot be one (two patterns, two unions): a declaration may
 * promise too much, the validator is exact. It never allows less.
 */
export function intersect(a: Schema, b: Schema): Schema {
  if (a === false || b === false) return false;
  if (isAnything(a)) return withAnnotations(b, a);
  if (isAnything(b)) return withAnnotations(a, b);
  if (typeof a === "boolean" || typeof b === "boolean") return a;
  const type = commonTypes(typesOf(a), typesOf(b));
  if (type?.length === 0) return false;
  const merged: Record<PropertyKey, unknown> = { ...b, ...a };
  for (const [keyword, merge] of Object.entries(merges)) {
    const [left, right] = [a[keyword as keyof SchemaObject], b[keyword as keyof SchemaObject]];
    if (left !== undefined && right !== undefined) merged[keyword] = merge(left as never, right as never);
  }
  if (type !== undefined) merged.type = type.length === 1 ? type[0] : type;
  if (Array.isArray(merged.enum) && merged.enum.length === 0) return false;
  if (a.const !== undefined && b.const !== undefined && !sameJson(a.const, b.const)) return false;
  if (a.properties !== undefined || b.properties !== undefined) merged.properties = commonProperties(a, b);
  return merged as SchemaObject;
}

const merges: Readonly<Record<string, (a: never, b: never) => unknown>> = {
  enum: (a: readonly Json[], b: readonly Json[]) =>
    a.filter((value) => b.some((other) => sameJson(value, other))),
  minimum: Math.max,
  exclusiveMinimum: Math.max,
  minLength: Math.max,
  minItems: Math.max,
  minProperties: Math.max,
  maximum: Math.min,
  exclusiveMaximum: Math.min,
  maxLength: Math.min,
  maxItems: Math.min,
  maxProperties: Math.min,
  required: (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])],
  items: both,
  additionalProperties: both,
  propertyNames: both,
  prefixItems: (a: readonly Schema[], b: readonly Schema[]) =>
    Array.from({ length: Math.max(a.length, b.length) }, (_, index) =>
      both(a[index] ?? true, b[index] ?? true),
    ),
  allOf: (a: readonly Schema[], b: readonly Schema[]) => [...a, ...b],
  anyOf: pairs,
  oneOf: pairs,
  patternProperties: (a: Record<string, Schema>, b: Record<string, Schema>) => ({ ...a, ...b }),
};

/** Left open, for references inside are not resolved yet. */
function both(a: Schema, b: Schema): Schema {
  if (a === false || b === false) return false;
  if (isAnything(a)) return b;
  if (isAnything(b)) return a;
  return { allOf: [a, b] };
}

const mostPairs = 64;

/** Two unions as one; beyond a size no reader wants, the first stands for both. */
function pairs(a: readonly Schema[], b: readonly Schema[]): readonly Schema[] {
  if (a.length * b.length > mostPairs) return a;
  return a.flatMap((left) => b.map((right) => both(left, right)));
}

function commonProperties(a: SchemaObject, b: SchemaObject): Record<string, Schema> {
  const names = [...new Set([...Object.keys(a.properties ?? {}), ...Object.keys(b.properties ?? {})])];
  return Object.fromEntries(
    names.map((name) => [name, both(propertySchema(a, name), propertySchema(b, name))]),
  );
}

/** What an object schema says about a property; patterns are not weighed, so they make it allow anything. */
function propertySchema(schema: SchemaObject, name: string): Schema {
  const properties = schema.properties ?? {};
  if (Object.hasOwn(properties, name)) return properties[name] as Schema;
  return schema.patternProperties === undefined ? (schema.additionalProperties ?? true) : true;
}

function commonTypes(a: readonly TypeName[], b: readonly TypeName[]): readonly TypeName[] | undefined {
  if (a.length === 0 || b.length === 0) return a.length + b.length === 0 ? undefined : [...a, ...b];
  const covers = (types: readonly TypeName[], type: TypeName): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  return [...new Set([...a.filter((type) => covers(b, type)), ...b.filter((type) => covers(a, type))])];
}

function withAnnotations(schema: Schema, annotated: Schema): Schema {
  if (typeof annotated === "boolean") return schema;
  return typeof schema === "boolean" ? annotated : { ...annotated, ...schema };
}
