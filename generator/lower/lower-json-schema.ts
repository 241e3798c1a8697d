import { isWide } from "../base/int64.js";
import type { Schema, SchemaObject } from "../ir.js";
import { compose, describeKeywords } from "./describe.js";
import { joinObject, hasVariants } from "./join-object.js";
import { intersect, isIrreducible } from "./intersect.js";
import { inside, type Lowering, type Position } from "./lowering.js";
import { assertionsOf, isAnything, typesOf, without } from "./schema-facts.js";
import { sketch } from "./sketch.js";

// Lowers schemas to the target `parametersJsonSchema`.

/** A JSON Schema as Gemini documents it for `parametersJsonSchema`, with lower-case types. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The lowered definitions that the schema uses, by name. `lowerReference` adds each definition when it is first used.
 */
export type Definitions = Map<string, JsonSchema>;

/**
 * Lowers a schema for `parametersJsonSchema`. References, maps, tuples and enums of any value stay unchanged, so no
 * codec is needed. Keywords that Gemini accepts but does not guarantee to follow (`pattern`, lengths) are kept. Other
 * keywords are moved to the description.
 */
export function lowerJsonSchema(
  schema: Schema,
  position: Position,
  definitions: Definitions,
  lowering: Lowering,
): JsonSchema {
  if (typeof schema === "boolean") return schema ? {} : { not: {} };
  if (schema.$ref !== undefined) return lowerReference(schema, position, definitions, lowering);
  if (schema.allOf !== undefined && !isIrreducible(schema))
    return lowerConjunction(schema, position, definitions, lowering);
  if (hasConditions(schema)) return lowerConditions(schema, position, definitions, lowering);
  const child = (inner: Schema, ...path: (string | number)[]): JsonSchema =>
    lowerJsonSchema(inner, inside(position, inner, ...path), definitions, lowering);
  const types = typesOf(schema);
  const notes = [
    ...types.flatMap((type) => describeKeywords(schema, type, position, lowering)),
    ...describeUnevaluated(schema, position, lowering),
  ];
  return ordered({
    ...annotations(schema),
    ...typeOf(schema, lowering),
    ...values(schema, position, lowering),
    ...bounds(schema, notes, position, lowering),
    ...kept(schema),
    ...format(schema, position, lowering),
    ...unions(schema, child, position, lowering),
    ...items(schema, child),
    ...(schema.prefixItems && {
      prefixItems: schema.prefixItems.map((item, index) => child(item, "prefixItems", index)),
    }),
    ...objectKeywords(schema, child),
    ...described(schema, notes),
  });
}

/** Returns whether a schema of an object has conditions: `if`, `allOf` or dependent schemas. */
function hasConditions(schema: SchemaObject): boolean {
  const { if: condition, allOf, dependentSchemas } = schema;
  return (
    typesOf(schema).includes("object") &&
    [condition, allOf, dependentSchemas].some((part) => part !== undefined)
  );
}

function lowerConditions(
  schema: SchemaObject,
  position: Position,
  definitions: Definitions,
  lowering: Lowering,
): JsonSchema {
  const { anyOf, oneOf } = schema;
  const beside = without(schema, "anyOf", "oneOf");
  const { schema: flat, position: there, notes } = joinObject(beside, position, lowering);
  const description = compose(schema.description ?? schema.title, notes);
  const joined: SchemaObject = { ...flat, ...(anyOf && { anyOf }), ...(oneOf && { oneOf }) };
  return lowerJsonSchema(
    description === "" ? joined : { ...joined, description },
    there,
    definitions,
    lowering,
  );
}

/**
 * The maximum number of definitions that are lowered. Further definitions allow any value, because no model reads so
 * many, and a long chain of references would overflow the stack.
 */
const mostDefinitions = 400;

type Child = (inner: Schema, ...path: (string | number)[]) => JsonSchema;

/**
 * Lowers a reference. Gemini accepts only a description and a default beside `$ref`. So if other keywords are beside
 * `$ref`, the target of the reference is merged with them.
 */
function lowerReference(
  schema: SchemaObject,
  position: Position,
  definitions: Definitions,
  lowering: Lowering,
): JsonSchema {
  const reference = schema.$ref ?? "";
  const name = reference.slice("#/$defs/".length);
  const target = lowering.resolve(reference) ?? true;
  const beside = without(schema, "$ref");
  if (Object.keys(assertionsOf(beside)).length > 0 && !position.through.includes(reference)) {
    const there = { ...position, through: [...position.through, reference] };
    return lowerJsonSchema(intersect(beside, target), there, definitions, lowering);
  }
  if (!definitions.has(name)) {
    definitions.set(name, {});
    const there = { ...inside(position, target), through: [] };
    if (definitions.size <= mostDefinitions)
      definitions.set(name, lowerJsonSchema(target, there, definitions, lowering));
  }
  return {
    $ref: `#/$defs/${name}`,
    ...(beside.description !== undefined && { description: beside.description }),
    ...(beside.default !== undefined && { default: beside.default }),
  };
}

function lowerConjunction(
  schema: SchemaObject,
  position: Position,
  definitions: Definitions,
  lowering: Lowering,
): JsonSchema {
  lowering.record("all-of-merged", position, `${schema.allOf?.length ?? 0} schemas`);
  let merged: Schema = without(schema, "allOf");
  const through = [...position.through];
  for (const part of schema.allOf ?? []) {
    const reference = typeof part === "object" ? part.$ref : undefined;
    if (reference !== undefined && through.includes(reference)) continue;
    if (reference !== undefined) through.push(reference);
    const beside = typeof part === "object" ? without(part, "$ref") : part;
    const target = reference === undefined ? part : intersect(beside, lowering.resolve(reference) ?? true);
    merged = intersect(merged, target);
  }
  return lowerJsonSchema(merged, { ...position, through }, definitions, lowering);
}

function annotations(schema: SchemaObject): JsonSchema {
  return { ...(schema.default !== undefined && { default: schema.default }) };
}

function described(schema: SchemaObject, notes: readonly string[]): JsonSchema {
  const allNotes =
    schema.default === undefined || /\bdefaults?\b/i.test(schema.description ?? "")
      ? notes
      : [...notes, `Default: ${JSON.stringify(schema.default)}.`];
  const description = compose(schema.description ?? schema.title, allNotes);
  return description === "" ? {} : { description };
}

/**
 * Returns the types of a schema. If the option `coerce` is on, a 64-bit integer may also be a string of digits,
 * because the repair of arguments converts the digits.
 */
function typeOf(schema: SchemaObject, lowering: Lowering): JsonSchema {
  if (schema.type === undefined) return {};
  const takesDigits = isWide(schema) && lowering.options.coerce;
  return { type: takesDigits ? [schema.type, "string"].flat() : schema.type };
}

function values(schema: SchemaObject, position: Position, lowering: Lowering): JsonSchema {
  if (schema.const === undefined) return schema.enum === undefined ? {} : { enum: schema.enum };
  lowering.record("const-to-enum", position, JSON.stringify(schema.const));
  return { enum: [schema.const] };
}

function bounds(schema: SchemaObject, notes: string[], position: Position, lowering: Lowering): JsonSchema {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: under } = schema;
  const isInteger = schema.type === "integer";
  for (const [keyword, bound, words] of [
    ["exclusiveMinimum", above, "Greater than"],
    ["exclusiveMaximum", under, "Less than"],
  ] as const) {
    if (bound === undefined) continue;
    lowering.record(isInteger ? "bound-folded" : "bound-described", position, keyword);
    if (!isInteger) notes.push(`${words} ${bound}.`);
  }
  const lower = Math.max(
    minimum ?? -Infinity,
    above === undefined ? -Infinity : isInteger ? Math.floor(above) + 1 : above,
  );
  const upper = Math.min(
    maximum ?? Infinity,
    under === undefined ? Infinity : isInteger ? Math.ceil(under) - 1 : under,
  );
  const isUndeclared = (bound: number): boolean =>
    Math.abs(bound) === Infinity || (isInteger && !Number.isSafeInteger(bound));
  for (const bound of [lower, upper])
    if (Number.isFinite(bound) && isUndeclared(bound))
      lowering.record("bound-unsaid", position, String(bound));
  return { ...(!isUndeclared(lower) && { minimum: lower }), ...(!isUndeclared(upper) && { maximum: upper }) };
}

function kept(schema: SchemaObject): JsonSchema {
  const names = [
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
  ] as const;
  return Object.fromEntries(
    names.filter((name) => schema[name] !== undefined).map((name) => [name, schema[name]]),
  );
}

function format(schema: SchemaObject, position: Position, lowering: Lowering): JsonSchema {
  if (schema.format === undefined) return {};
  if (isWide(schema))
    lowering.record(lowering.options.coerce ? "int64-or-digits" : "int64-as-number", position, schema.format);
  return { format: schema.format };
}

function unions(schema: SchemaObject, child: Child, position: Position, lowering: Lowering): JsonSchema {
  const keyword = schema.anyOf === undefined ? "oneOf" : "anyOf";
  const branches = schema[keyword];
  if (branches === undefined) return {};
  if (keyword === "oneOf") lowering.record("one-of-to-any-of", position, `${branches.length} branches`);
  return {
    anyOf: branches
      .filter((branch) => branch !== false)
      .map((branch, index) => child(branch, keyword, index)),
  };
}

/**
 * Returns the keywords of the items. `items: false` becomes `maxItems`, because Gemini guarantees to follow `maxItems`.
 */
function items(schema: SchemaObject, child: Child): JsonSchema {
  if (schema.items === undefined) return {};
  if (schema.items !== false) return { items: child(schema.items, "items") };
  return { maxItems: Math.min(schema.maxItems ?? Infinity, schema.prefixItems?.length ?? 0) };
}

function objectKeywords(schema: SchemaObject, child: Child): JsonSchema {
  const entries = Object.entries(schema.properties ?? {}).filter(([, inner]) => inner !== false);
  const properties = entries.map(([name, inner]) => [name, child(inner, "properties", name)] as const);
  const names = properties.map(([name]) => name);
  const required = (schema.required ?? []).filter((name) => names.includes(name));
  return {
    ...(schema.properties && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
    ...additional(schema, child),
    ...(names.length > 0 && { propertyOrdering: names }),
  };
}

function describeUnevaluated(
  schema: SchemaObject,
  position: Position,
  lowering: Lowering,
): readonly string[] {
  const further = schema.unevaluatedProperties ?? true;
  if (isAnything(further) || schema.additionalProperties !== undefined || !hasVariants(schema)) return [];
  lowering.record("keyword-described", position, "unevaluatedProperties");
  return [further === false ? "No other properties." : `Other properties: ${sketch(further)}.`];
}

/**
 * Returns `additionalProperties` for the properties that are not listed. `unevaluatedProperties` can only be replaced
 * by `additionalProperties` if the schema has no variants: `additionalProperties` would also exclude properties that a
 * variant describes.
 */
function additional(schema: SchemaObject, child: Child): JsonSchema {
  const unevaluated = hasVariants(schema) ? undefined : schema.unevaluatedProperties;
  const own = schema.additionalProperties ?? unevaluated;
  const patterns = Object.values(schema.patternProperties ?? {}).filter((pattern) => pattern !== false);
  const all = [...patterns, ...(own === undefined || own === false ? [] : [own])];
  const [first, ...others] = all;
  if (first === undefined) return own === undefined ? {} : { additionalProperties: false };
  if (all.some((schema) => isAnything(schema))) return { additionalProperties: true };
  return {
    additionalProperties: child(others.length === 0 ? first : { anyOf: all }, "additionalProperties"),
  };
}

const order =
  "type format description default enum properties required additionalProperties items prefixItems anyOf".split(
    " ",
  );

/** Puts the most important keys first. The other keys keep their order. */
function ordered(schema: JsonSchema): JsonSchema {
  const first = order.filter((name) => schema[name] !== undefined);
  const others = Object.keys(schema).filter((name) => !order.includes(name));
  return Object.fromEntries([...first, ...others].map((name) => [name, schema[name]]));
}
