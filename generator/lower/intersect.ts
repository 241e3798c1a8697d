import type { Json, Schema, SchemaObject, TypeName } from "../ir.js";
import { keywordsWhere, type NormalKeyword } from "../base/vocabulary.js";
import { sameJson } from "../base/canonical.js";
import { isAnything, typesOf, without } from "./schema-facts.js";

/**
 * Returns a schema for the values that match both schemas. The result never excludes a value that matches both. The
 * result may allow too many values if two keywords cannot be merged, for example two patterns. This is safe because
 * the validator checks both schemas. A second condition, or a union that is too large to merge, is kept in `allOf`.
 */
export function intersect(a: Schema, b: Schema): Schema {
  if (a === false || b === false) return false;
  if (isAnything(a)) return withAnnotations(b, a);
  if (isAnything(b)) return withAnnotations(a, b);
  if (typeof a === "boolean" || typeof b === "boolean") return a;
  const type = commonTypes(typesOf(a), typesOf(b));
  if (type?.length === 0) return false;
  const rest = besides(a, b);
  const merged: Record<PropertyKey, unknown> = {
    ...without(b, ...conditionOf(a)),
    ...without(a, ...conditionOf(b).filter(() => a.if === undefined)),
  };
  for (const [keyword, merge] of Object.entries(merges)) {
    const [left, right] = [a[keyword as keyof SchemaObject], b[keyword as keyof SchemaObject]];
    if (left !== undefined && right !== undefined) merged[keyword] = merge(left as never, right as never);
  }
  if (type !== undefined) merged.type = type.length === 1 ? type[0] : type;
  if (Array.isArray(merged.enum) && merged.enum.length === 0) return false;
  if (a.const !== undefined && b.const !== undefined && !sameJson(a.const, b.const)) return false;
  if (a.properties !== undefined || b.properties !== undefined) merged.properties = commonProperties(a, b);
  if (rest.length > 0) merged.allOf = [...((merged.allOf as readonly Schema[] | undefined) ?? []), ...rest];
  return merged as SchemaObject;
}

/**
 * The keywords of a condition. They must stay together, because `then` and `else` belong to the `if` of the same
 * schema.
 */
const conditionKeywords: readonly NormalKeyword[] = [
  "if",
  ...keywordsWhere(({ needs }) => needs?.includes("if") === true),
];

function conditionOf(schema: SchemaObject): readonly NormalKeyword[] {
  return schema.if === undefined ? [] : conditionKeywords;
}

/**
 * Returns the parts of `b` that cannot be merged with `a`: a second condition, and unions that are too large to
 * merge.
 */
function besides(a: SchemaObject, b: SchemaObject): readonly SchemaObject[] {
  const condition = a.if === undefined || b.if === undefined ? {} : pick(b, conditionKeywords);
  const unions = (["anyOf", "oneOf"] as const).filter((keyword) => areTooMany(a[keyword], b[keyword]));
  const rest = [condition, ...unions.map((keyword) => pick(b, [keyword]))];
  const own = pick(a, conditionKeywords);
  return rest.filter((part) => Object.keys(part).length > 0 && JSON.stringify(part) !== JSON.stringify(own));
}

/**
 * Returns whether the parts of `allOf` must stay in `allOf`, because none of them can be merged with the other keywords
 * of the schema.
 */
export function isIrreducible(schema: SchemaObject): boolean {
  const own = without(schema, "allOf");
  return (schema.allOf ?? []).every((part) => {
    if (typeof part === "boolean" || part.$ref !== undefined) return false;
    const kept = besides(own, part).flatMap((rest) => Object.keys(rest));
    return kept.length > 0 && kept.length === Object.keys(part).length;
  });
}

function pick(schema: SchemaObject, keywords: readonly (keyof SchemaObject)[]): SchemaObject {
  return Object.fromEntries(
    keywords.filter((keyword) => schema[keyword] !== undefined).map((keyword) => [keyword, schema[keyword]]),
  ) as SchemaObject;
}

const ofBounds = {
  ...sameFor(
    keywordsWhere(({ merge }) => merge === "largest"),
    Math.max,
  ),
  ...sameFor(
    keywordsWhere(({ merge }) => merge === "smallest"),
    Math.min,
  ),
};

function sameFor<T>(keywords: readonly string[], value: T): Readonly<Record<string, T>> {
  return Object.fromEntries(keywords.map((keyword) => [keyword, value]));
}

const merges: Readonly<Record<string, (a: never, b: never) => unknown>> = {
  ...ofBounds,
  required: (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])],
  enum: (a: readonly Json[], b: readonly Json[]) =>
    a.filter((value) => b.some((other) => sameJson(value, other))),
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
  patternProperties: eachOfBoth,
  dependentSchemas: eachOfBoth,
  dependentRequired: (a: Record<string, readonly string[]>, b: Record<string, readonly string[]>) =>
    byName(a, b, (left, right) => [...new Set([...left, ...right])]),
};

/**
 * Combines two schemas without merging their keywords. The keywords are merged when the result is lowered, because
 * references can be resolved only then.
 */
function both(a: Schema, b: Schema): Schema {
  if (a === false || b === false) return false;
  if (isAnything(a)) return b;
  if (isAnything(b)) return a;
  return { allOf: [a, b] };
}

const mostPairs = 64;

/**
 * Returns whether merging two unions would make too many branches. Merging makes one branch for each pair of branches.
 */
function areTooMany(a: readonly Schema[] | undefined, b: readonly Schema[] | undefined): boolean {
  return (a?.length ?? 0) * (b?.length ?? 0) > mostPairs;
}

/**
 * Merges two unions. If there are too many pairs of branches, the first union is returned, and `besides` keeps the
 * second union.
 */
function pairs(a: readonly Schema[], b: readonly Schema[]): readonly Schema[] {
  if (areTooMany(a, b)) return a;
  return a.flatMap((left) => b.map((right) => both(left, right)));
}

function eachOfBoth(a: Record<string, Schema>, b: Record<string, Schema>): Record<string, Schema> {
  return byName(a, b, both);
}

function byName<T>(a: Record<string, T>, b: Record<string, T>, merge: (a: T, b: T) => T): Record<string, T> {
  const merged = new Map(Object.entries(a));
  for (const [name, other] of Object.entries(b)) {
    const own = merged.get(name);
    merged.set(name, own === undefined ? other : merge(own, other));
  }
  return Object.fromEntries(merged);
}

function commonProperties(a: SchemaObject, b: SchemaObject): Record<string, Schema> {
  const names = [...new Set([...Object.keys(a.properties ?? {}), ...Object.keys(b.properties ?? {})])];
  return Object.fromEntries(
    names.map((name) => [name, both(propertySchema(a, name), propertySchema(b, name))]),
  );
}

/**
 * Returns the schema that applies to a property of an object. Patterns are not evaluated. So if the object has
 * patterns, a property that is not listed may have any value.
 */
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
