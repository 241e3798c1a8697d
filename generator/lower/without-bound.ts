import type { Json, Schema, SchemaObject } from "../ir.js";
import { isMapping } from "../base/mapping.js";
import { without } from "./schema-facts.js";

type Resolve = (reference: string) => Schema | undefined;

/**
 * Removes the hidden properties `names` from the schema of an object. The application supplies the values of these
 * properties. The result never excludes a visible value that the original allows: if a condition depends on a hidden
 * value, `then` and `else` are both allowed.
 */
export function withoutBound(
  schema: SchemaObject,
  names: ReadonlySet<string>,
  resolve: Resolve,
): SchemaObject {
  if (names.size === 0) return schema;
  const stripped = strip(schema, { names, resolve });
  return typeof stripped === "object" ? stripped : {};
}

interface Hiding {
  readonly names: ReadonlySet<string>;
  readonly resolve: Resolve;
}

function strip(schema: Schema, hiding: Hiding): Schema {
  if (typeof schema === "boolean" || !mentions(schema, hiding)) return schema;
  if (schema.$ref !== undefined) {
    const target = strip(hiding.resolve(schema.$ref) ?? true, hiding);
    const beside = strip(without(schema, "$ref"), hiding) as SchemaObject;
    return { ...beside, allOf: [...(beside.allOf ?? []), target] };
  }
  const parts = new Map<string, unknown>(Object.entries(schema));
  const all: Schema[] = [];
  for (const [keyword, value] of [
    ...Object.entries(ownKeywords(schema, hiding)),
    ...Object.entries(dependentKeywords(schema, hiding, all)),
    ...Object.entries(innerKeywords(schema, hiding, all)),
  ])
    parts.set(keyword, value);
  if (all.length > 0)
    parts.set("allOf", [...((parts.get("allOf") as readonly Schema[] | undefined) ?? []), ...all]);
  const remaining = Object.fromEntries([...parts].filter(([, value]) => value !== undefined));
  const symbols = Object.getOwnPropertySymbols(schema).map((key) => [key, Reflect.get(schema, key)] as const);
  return Object.assign(remaining, Object.fromEntries(symbols)) as SchemaObject;
}

/**
 * Removes the hidden names from the keywords about properties. `minProperties` and `maxProperties` are reduced by the
 * number of hidden names, because every hidden property is present.
 */
function ownKeywords(schema: SchemaObject, { names }: Hiding): Readonly<Record<string, unknown>> {
  const { properties, required, minProperties, maxProperties, default: value, examples } = schema;
  const visible = required?.filter((name) => !names.has(name));
  const count = (limit: number): number => Math.max(0, limit - names.size);
  return {
    ...(properties && { properties: pick(properties, names) }),
    ...(required && { required: visible?.length === 0 ? undefined : visible }),
    ...(minProperties !== undefined && { minProperties: count(minProperties) || undefined }),
    ...(maxProperties !== undefined && { maxProperties: count(maxProperties) }),
    ...(isMapping(value ?? null) && { default: pick(value as Readonly<Record<string, Json>>, names) }),
    ...(examples && { examples: examples.map((one) => (isMapping(one) ? pick(one, names) : one)) }),
  };
}

/**
 * Removes the hidden names from the dependencies. A dependency on a hidden property always applies, so its requirements
 * are added to `all`.
 */
function dependentKeywords(
  { dependentRequired, dependentSchemas }: SchemaObject,
  hiding: Hiding,
  all: Schema[],
): Readonly<Record<string, unknown>> {
  const { names } = hiding;
  const isVisible = (name: string): boolean => !names.has(name);
  for (const [name, needed] of Object.entries(dependentRequired ?? {}))
    if (!isVisible(name)) all.push({ required: needed.filter(isVisible) });
  for (const [name, dependent] of Object.entries(dependentSchemas ?? {}))
    if (!isVisible(name)) all.push(strip(dependent, hiding));
  const needs = Object.entries(pick(dependentRequired ?? {}, names)).map(
    ([name, needed]) => [name, needed.filter(isVisible)] as const,
  );
  const schemas = Object.entries(pick(dependentSchemas ?? {}, names)).map(
    ([name, dependent]) => [name, strip(dependent, hiding)] as const,
  );
  return {
    ...(dependentRequired && {
      dependentRequired: needs.length === 0 ? undefined : Object.fromEntries(needs),
    }),
    ...(dependentSchemas && {
      dependentSchemas: schemas.length === 0 ? undefined : Object.fromEntries(schemas),
    }),
  };
}

/**
 * Removes the hidden properties from the subschemas that describe the same object. A condition on a hidden value is
 * removed, and both of its outcomes are allowed.
 */
function innerKeywords(
  schema: SchemaObject,
  hiding: Hiding,
  all: Schema[],
): Readonly<Record<string, unknown>> {
  const { if: condition, then = true, else: otherwise = true, not } = schema;
  const keywords: Record<string, unknown> = {};
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const)
    if (schema[keyword] !== undefined) keywords[keyword] = schema[keyword].map((part) => strip(part, hiding));
  // Without the hidden properties, two branches may match the same value, so `oneOf` becomes `anyOf`.
  if (keywords["oneOf"] !== undefined && schema.oneOf?.some((branch) => mentions(branch, hiding)) === true) {
    all.push({ anyOf: keywords["oneOf"] as readonly Schema[] });
    keywords["oneOf"] = undefined;
    keywords["discriminator"] = undefined;
  }
  if (not !== undefined && mentions(not, hiding)) keywords["not"] = undefined;
  if (condition === undefined) return keywords;
  const outcomes = [then, otherwise].map((outcome) => strip(outcome, hiding));
  if (mentions(condition, hiding)) {
    all.push({ anyOf: outcomes });
    return { ...keywords, if: undefined, then: undefined, else: undefined };
  }
  if (schema.then !== undefined) keywords["then"] = outcomes[0];
  if (schema.else !== undefined) keywords["else"] = outcomes[1];
  return keywords;
}

/** Returns whether a schema mentions one of the hidden names or limits the number of properties. */
function mentions(schema: Schema, hiding: Hiding, seen = new Set<Schema>()): boolean {
  if (typeof schema === "boolean" || seen.has(schema)) return false;
  seen.add(schema);
  const { properties, required = [], dependentRequired = {}, dependentSchemas = {}, default: value } = schema;
  const named = [
    properties ?? {},
    dependentRequired,
    dependentSchemas,
    isMapping(value ?? null) ? value : {},
  ];
  if (
    [...named.flatMap((one) => Object.keys(one as object)), ...required].some((name) =>
      hiding.names.has(name),
    )
  )
    return true;
  if (schema.minProperties !== undefined || schema.maxProperties !== undefined) return true;
  if (
    Object.values(dependentRequired)
      .flat()
      .some((name) => hiding.names.has(name))
  )
    return true;
  const parts = [
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...Object.values(dependentSchemas),
    ...[schema.not, schema.if, schema.then, schema.else].filter((part) => part !== undefined),
    ...(schema.$ref === undefined ? [] : [hiding.resolve(schema.$ref) ?? true]),
  ];
  return parts.some((part) => mentions(part, hiding, seen));
}

function pick<T>(
  from: Readonly<Record<string, T>>,
  hidden: ReadonlySet<string>,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !hidden.has(name)));
}
