import { type IntegerType, isWide } from "../base/int64.js";
import type { Json, Schema, SchemaObject } from "../ir.js";
import { commentLines } from "../base/code.js";
import { filledBelow } from "./defaults.js";
import { defName } from "./reach.js";
import { conditionalProperties } from "./conditional-properties.js";

/** The real name of a property, and the lines of its comment. */
export interface Property {
  readonly name: string;
  readonly lines: readonly string[];
  readonly impossible: boolean;
}

/**
 * The property behind an alias. openapi-typescript sees each property under an alias: `p` and its index in the list
 * of all properties.
 */
export function propertyOf(alias: string, properties: readonly Property[]): Property {
  return properties[Number(alias.slice(1))]!;
}

function addProperty(property: Property, properties: Property[]): string {
  return `p${properties.push(property) - 1}`;
}

type TypeSchema = boolean | { [keyword: string]: unknown };

const none: ReadonlySet<Schema> = new Set();

/** The facts about the values that a type describes. */
export interface TypeScope {
  /** Missing properties with a default are filled in. */
  readonly defaultsPresent: boolean;
  /** Objects that do not mention further properties have none. */
  readonly closed: boolean;
  /** The types that a 64-bit integer may have. */
  readonly integers: readonly IntegerType[];
  /** Finds named schemas, for their descriptions. */
  readonly resolve?: ((name: string) => Schema) | undefined;
  /** The schema describes only a part of its value. Other schemas describe the rest. */
  readonly isPart?: boolean;
}

/**
 * The keywords that determine the TypeScript type, and no others: no text of the spec may reach the comments of
 * openapi-typescript. The properties are added to `properties`.
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

/** The name that stands for `bigint` in openapi-typescript, which has no such type. Names of schemas begin differently. */
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

/** openapi-typescript itself would make a union of a schema's own properties and the branches of its `anyOf`. */
function intersection(own: Exclude<TypeSchema, boolean>, others: readonly TypeSchema[]): TypeSchema {
  if (others.includes(false)) return false;
  const telling = others.filter((part) => !isUnknown(part));
  const saysMore = telling.length > 0 && Object.keys(own).join() === "type" && own["type"] === "object";
  const parts = isUnknown(own) || saysMore ? telling : [own, ...telling];
  return parts.length > 1 ? { allOf: parts } : (parts[0] ?? own);
}

/** The unions that narrow the type. A branch that only has conditions allows any type, so its union is left out. */
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
    // A TypeScript index signature also covers the named properties, so beside named properties only `unknown` is
    // correct.
    ...(more.length > 0 && {
      additionalProperties: hasNamed ? {} : more.length === 1 ? inner(more[0]!) : { anyOf: more.map(inner) },
    }),
  };
}

/** The schemas of properties without a name. Empty if there are no such properties. */
function furtherOf(schema: SchemaObject, scope: TypeScope): readonly Schema[] {
  const { additionalProperties, patternProperties = {}, properties = {}, required = [] } = schema;
  const patterns = Object.values(patternProperties);
  if (additionalProperties !== undefined)
    return [...patterns, ...(additionalProperties === false ? [] : [additionalProperties])];
  // Names that match no pattern may also occur, with any value: required ones always, and any name if the object is not
  // closed.
  const isWhole = scope.isPart !== true && isAlone(schema);
  const isNamed = required.every((name) => Object.hasOwn(properties, name));
  return patterns.length === 0 || (scope.closed && isWhole && isNamed) ? patterns : [true];
}

/** Whether only the schema's own keywords describe its value. */
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

/** The description, and the facts that the type does not show. */
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
  const alreadySaid = schema.default !== undefined && lines.some((line) => /default/i.test(line));
  return alreadySaid ? lines : [...lines.slice(0, -1), `${last.replace(/([^.!?])$/, "$1.")} ${text}`];
}

/** The description of a schema, or else of the schema that it refers to. */
function descriptionOf(schema: Schema, resolve: TypeScope["resolve"], depth = 0): string | undefined {
  if (typeof schema === "boolean" || depth > 8) return undefined;
  if (schema.description !== undefined || schema.$ref === undefined || resolve === undefined)
    return schema.description;
  return descriptionOf(resolve(defName(schema.$ref)), resolve, depth + 1);
}
