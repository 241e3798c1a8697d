import { type IntegerType, isWide } from "../base/int64.js";
import type { Json, Schema, SchemaObject } from "../ir.js";
import { commentLines } from "../base/code.js";
import { filledBelow } from "./defaults.js";
import { defName } from "./reach.js";
import { conditionalProperties } from "./conditional-properties.js";

/** A property whose name and comment are printed by `type-text.ts`, and not by openapi-typescript. */
export interface Property {
  readonly name: string;
  readonly lines: readonly string[];
  readonly impossible: boolean;
}

/**
 * Returns the property of an alias. In the schemas for openapi-typescript, each property has an alias such as `p3`: the
 * letter `p` and its index in `properties`.
 */
export function propertyOf(alias: string, properties: readonly Property[]): Property {
  return properties[Number(alias.slice(1))]!;
}

function addProperty(property: Property, properties: Property[]): string {
  return `p${properties.push(property) - 1}`;
}

type TypeSchema = boolean | { [keyword: string]: unknown };

const none: ReadonlySet<Schema> = new Set();

/** Facts that change the type of a schema. */
export interface TypeScope {
  /** Whether missing properties with a default are filled in. In this case, the type declares them as present. */
  readonly defaultsPresent: boolean;
  /** Whether an object without `additionalProperties` has only the listed properties. */
  readonly closed: boolean;
  /** The TypeScript types that a 64-bit integer may have. */
  readonly integers: readonly IntegerType[];
  /** Finds a named schema. A property without a description gets the description of the schema that it refers to. */
  readonly resolve?: ((name: string) => Schema) | undefined;
  /** True if other schemas describe the same value too. */
  readonly isPart?: boolean;
}

/**
 * Converts a schema to the input of openapi-typescript. The result contains only keywords that determine the type: no
 * text of the spec may reach the comments that openapi-typescript prints. The properties are added to `properties`.
 */
export function typeSchema(schema: Schema, scope: TypeScope, properties: Property[]): TypeSchema {
  if (typeof schema === "boolean") return schema;
  const filled = scope.defaultsPresent ? new Set(filledBelow(schema)) : none;
  const below = (child: Schema, isPart: boolean): TypeSchema =>
    typeSchema(child, { ...scope, defaultsPresent: filled.has(child), isPart }, properties);
  const inner = (child: Schema): TypeSchema => below(child, false);
  const part = (child: Schema): TypeSchema => below(child, true);
  const literals = schema.const !== undefined ? [schema.const] : schema.enum;
  if (literals !== undefined) return { anyOf: literals.map((value) => literalSchema(value, properties)) };
  if (schema.$ref !== undefined) return { $ref: schema.$ref.replace("#/$defs/", "#/components/schemas/") };
  const own: TypeSchema = {};
  if (isWide(schema)) Object.assign(own, wideSchema(schema, scope.integers));
  else if (schema.type !== undefined) own["type"] = schema.type;
  if (isArrayLike(schema)) Object.assign(own, arraySchema(schema, inner));
  const open = conditionalProperties(schema);
  if (isObjectLike(schema) || open.size > 0)
    Object.assign(own, objectSchema(schema, open, inner, scope, properties));
  return intersection(own, [...unionsOf(schema, part), ...(schema.allOf ?? []).map(part)]);
}

/**
 * The name that represents `bigint` in the input of openapi-typescript. openapi-typescript does not support this type.
 * No schema has this name, because names of schemas begin with a capital letter.
 */
export const bigintName = "bigint";

function wideSchema({ type }: SchemaObject, integers: readonly IntegerType[]): object {
  const nulls = type?.includes("null") === true ? ["null"] : [];
  if (!integers.includes("bigint"))
    return { type: integers.length + nulls.length === 1 ? integers[0] : [...integers, ...nulls] };
  const types = [...integers, ...nulls].map((name) =>
    name === "bigint" ? { $ref: `#/components/schemas/${bigintName}` } : { type: name },
  );
  return types.length === 1 ? types[0]! : { anyOf: types };
}

/**
 * Combines a schema with its unions and `allOf` into one `allOf`. Without this step, openapi-typescript would make a
 * union of the properties and the branches.
 */
function intersection(own: Exclude<TypeSchema, boolean>, others: readonly TypeSchema[]): TypeSchema {
  if (others.includes(false)) return false;
  const narrowing = others.filter((part) => !isUnknown(part));
  const isRedundant = narrowing.length > 0 && Object.keys(own).join() === "type" && own["type"] === "object";
  const parts = isUnknown(own) || isRedundant ? narrowing : [own, ...narrowing];
  return parts.length > 1 ? { allOf: parts } : (parts[0] ?? own);
}

/**
 * Returns the unions of a schema. A union with a branch that accepts any value is left out, because it does not narrow
 * the type.
 */
function unionsOf(schema: SchemaObject, inner: (child: Schema) => TypeSchema): TypeSchema[] {
  const { anyOf, oneOf, if: condition, then, else: otherwise } = schema;
  const isHalf = condition === undefined || then === undefined || otherwise === undefined;
  return [anyOf, oneOf, isHalf ? undefined : [then, otherwise]].flatMap((branches) => {
    const types = (branches ?? []).map(inner);
    return types.length === 0 || types.some(isUnknown) ? [] : [{ anyOf: types }];
  });
}

function isUnknown(type: TypeSchema): boolean {
  return type === true || (typeof type === "object" && Object.keys(type).length === 0);
}

export function isEmptyObject(schema: Schema): boolean {
  return (
    typeof schema === "object" &&
    isAlone(schema) &&
    Object.keys(schema.properties ?? {}).length === 0 &&
    (schema.additionalProperties ?? false) === false &&
    schema.patternProperties === undefined
  );
}

function isArrayLike(schema: SchemaObject): boolean {
  return schema.items !== undefined || schema.prefixItems !== undefined;
}

function isObjectLike(schema: SchemaObject): boolean {
  return (
    schema.properties !== undefined ||
    schema.additionalProperties !== undefined ||
    schema.patternProperties !== undefined
  );
}

function arraySchema(schema: SchemaObject, inner: (child: Schema) => TypeSchema): object {
  const closed = schema.items === false;
  if (schema.prefixItems !== undefined && (schema.minItems ?? 0) >= schema.prefixItems.length && closed) {
    return { prefixItems: schema.prefixItems.map(inner) };
  }
  const members = [
    ...(schema.prefixItems ?? []),
    ...(schema.items === undefined || closed ? [] : [schema.items]),
  ];
  if (schema.prefixItems === undefined)
    return schema.items === undefined ? {} : { items: inner(schema.items) };
  return { items: schema.items === undefined ? {} : { anyOf: members.map(inner) } };
}

function objectSchema(
  schema: SchemaObject,
  open: ReadonlyMap<string, Schema>,
  inner: (child: Schema) => TypeSchema,
  scope: TypeScope,
  all: Property[],
): Record<string, unknown> {
  const entries = Object.entries(schema.properties ?? {});
  const required = new Set(schema.required ?? []);
  const properties: Record<string, TypeSchema> = {};
  const needed: string[] = [];
  for (const [name, property] of entries) {
    const typed = inner(property);
    const alias = addProperty({ name, lines: docLines(property, scope), impossible: typed === false }, all);
    const filled = scope.defaultsPresent && typeof property === "object" && property.default !== undefined;
    if (filled || required.has(name)) needed.push(alias);
    properties[alias] = typeof typed === "object" ? typed : {};
  }
  for (const [name, property] of open) {
    const alias = addProperty({ name, lines: docLines(property, scope), impossible: false }, all);
    properties[alias] = {};
  }
  const hasNamed = Object.keys(properties).length > 0;
  const more = furtherOf(schema, scope);
  return {
    ...(hasNamed && { properties, required: needed }),
    // An index signature of TypeScript also applies to the named properties. So beside named properties, its only
    // correct type is `unknown`.
    ...(more.length > 0 && {
      additionalProperties: hasNamed ? {} : more.length === 1 ? inner(more[0]!) : { anyOf: more.map(inner) },
    }),
  };
}

/** Returns the schemas of properties that have no name. The result is empty if such properties are not allowed. */
function furtherOf(schema: SchemaObject, scope: TypeScope): readonly Schema[] {
  const { additionalProperties, patternProperties = {}, properties = {}, required = [] } = schema;
  const patterns = Object.values(patternProperties);
  if (additionalProperties !== undefined)
    return [...patterns, ...(additionalProperties === false ? [] : [additionalProperties])];
  // A property that matches no pattern may have any value, unless the object is closed, no other schema describes the
  // object, and `properties` lists every name in `required`.
  const isComplete = scope.isPart !== true && isAlone(schema);
  const isNamed = required.every((name) => Object.hasOwn(properties, name));
  return patterns.length === 0 || (scope.closed && isComplete && isNamed) ? patterns : [true];
}

/** Returns whether only the schema's own keywords describe the value, without a union, `allOf` or condition. */
function isAlone({ anyOf, oneOf, allOf, if: condition, dependentSchemas }: SchemaObject): boolean {
  return [anyOf, oneOf, allOf, condition, dependentSchemas].every((others) => others === undefined);
}

function literalSchema(value: Json, all: Property[]): TypeSchema {
  if (value === null) return { type: "null" };
  if (typeof value !== "object") return { const: value };
  if (Array.isArray(value)) {
    if (value.length === 0) return { type: "array" };
    return { type: "array", prefixItems: value.map((item) => literalSchema(item, all)) };
  }
  const entries = Object.entries(value as { [key: string]: Json });
  const properties = entries.map(([name, item]) => {
    const schema = literalSchema(item, all);
    return [addProperty({ name, lines: [], impossible: false }, all), schema] as const;
  });
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
  };
}

/** Returns the lines of a property's comment: the description, the default, and that the property is deprecated. */
function docLines(schema: Schema, { resolve }: TypeScope): readonly string[] {
  if (typeof schema === "boolean") return [];
  const facts = [
    ...(schema.default === undefined ? [] : [`Defaults to ${JSON.stringify(schema.default)}.`]),
    ...(schema.deprecated === true ? ["Deprecated."] : []),
  ];
  const lines = commentLines(descriptionOf(schema, resolve) ?? "");
  if (facts.length === 0) return lines;
  const text = commentLines(facts.join(" ")).join(" ");
  const last = lines.at(-1);
  if (last === undefined) return [text];
  const statesDefault = schema.default !== undefined && lines.some((line) => /default/i.test(line));
  return statesDefault ? lines : [...lines.slice(0, -1), `${last.replace(/([^.!?])$/, "$1.")} ${text}`];
}

/**
 * Returns the description of a schema. A schema without a description gets the description of the schema that it refers
 * to.
 */
function descriptionOf(schema: Schema, resolve: TypeScope["resolve"], depth = 0): string | undefined {
  if (typeof schema === "boolean" || depth > 8) return undefined;
  if (schema.description !== undefined || schema.$ref === undefined || resolve === undefined)
    return schema.description;
  return descriptionOf(resolve(defName(schema.$ref)), resolve, depth + 1);
}
