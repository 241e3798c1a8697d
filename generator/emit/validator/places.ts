import type { Schema, SchemaObject } from "../../ir.js";
import { isMapping } from "../../base/mapping.js";
import { keywordsWhere } from "../../base/vocabulary.js";
import { type Kind, listedValues, lists, listsMembers, mayBe, type Resolve } from "./kinds.js";

// Finds all schemas that describe the value at one path, for example `/items/0/city`. The set of these schemas is
// called a place. Several parts of a schema may describe the same path, and some of them apply only in one branch of a
// union.

/** A schema that describes the value at a path, see `Place`. */
export interface Entry {
  readonly schema: Schema;
  /** True if the schema always applies. False if it applies only in some branches. */
  readonly isSure: boolean;
}

/** All schemas that describe the value at one path, for example `/items/0/city`. */
export type Place = readonly Entry[];

/** The schemas that describe the value at one path, for one kind of value: objects or arrays. */
export interface Described {
  readonly parts: readonly Part[];
  /**
   * True if at least one of the schemas lists the properties or items of the value, whichever branch the value matches.
   */
  readonly isListed: boolean;
}

export interface Part {
  readonly schema: SchemaObject;
  readonly isSure: boolean;
}

/** The maximum number of schemas that are examined for one path. No real document has more. Further schemas are ignored. */
const mostParts = 1_000;

export function described(place: Place, kind: Kind, resolve: Resolve): Described {
  const found = new Map<SchemaObject, boolean>();
  const open: Entry[] = [...place];
  // The list grows during the iteration.
  for (const { schema, isSure } of open) {
    if (typeof schema === "boolean" || !mayBe(kind, schema, resolve)) continue;
    const known = found.get(schema);
    if (known === true || known === isSure || found.size > mostParts) continue;
    found.set(schema, isSure);
    open.push(...inPlace(schema, isSure, resolve));
  }
  const parts = [...found].map(([schema, isSure]) => ({ schema, isSure }));
  return { parts, isListed: isListed(place, kind, resolve) };
}

/** Returns whether the objects at a path may have only the declared properties. */
export function isClosed({ parts, isListed }: Described): boolean {
  const further = parts.flatMap(({ schema }) => [schema.additionalProperties, schema.unevaluatedProperties]);
  if (further.some((schema) => schema !== undefined && schema !== false)) return false;
  return isListed && parts.some(({ schema }) => lists(schema));
}

export function namesOf(parts: readonly Part[]): readonly string[] {
  return [...new Set(parts.flatMap(({ schema }) => ownNames(schema)))];
}

export function patternsOf(parts: readonly Part[]): readonly string[] {
  return [...new Set(parts.flatMap(({ schema }) => Object.keys(schema.patternProperties ?? {})))];
}

/** Returns all schemas that describe a property. Patterns are tested as in the generated check. */
export function propertyPlace(name: string, object: Described, resolve: Resolve): Place {
  return below(object, isClosed(object), (part) => {
    const { properties = {}, patternProperties = {} } = part;
    const own = [
      ...(Object.hasOwn(properties, name) ? [properties[name]!] : []),
      ...Object.entries(patternProperties).flatMap(([pattern, schema]) =>
        matches(pattern, name) ? [schema] : [],
      ),
      ...listedValues(part).flatMap((value) =>
        isMapping(value) && Object.hasOwn(value, name) ? [{ const: value[name]! }] : [],
      ),
    ];
    return own.length > 0 ? sure(own) : furtherOf(part, resolve, name);
  });
}

/**
 * Returns all schemas that describe the properties that match a pattern. These properties may match other patterns too,
 * so the schemas of all patterns are included.
 */
export function patternPlace(pattern: string, object: Described, resolve: Resolve): Place {
  return below(object, isClosed(object), (part) => {
    const { patternProperties = {} } = part;
    const matched = Object.entries(patternProperties).map(([other, schema]) => ({
      schema,
      isSure: other === pattern,
    }));
    if (Object.hasOwn(patternProperties, pattern)) return matched;
    const further = furtherOf(part, resolve).map((entry) => ({
      ...entry,
      isSure: entry.isSure && matched.length === 0,
    }));
    return [...matched, ...further];
  });
}

/**
 * Returns all schemas that describe unlisted properties. These are the properties that match no name and no pattern.
 */
export function furtherPlace(object: Described, resolve: Resolve): Place {
  return below(object, isClosed(object), (part) => furtherOf(part, resolve));
}

/** Returns all schemas that describe the item at an index. An index after the last listed item stands for all further items. */
export function itemPlace(index: number, array: Described): Place {
  return below(array, array.isListed, (part) => {
    const { prefixItems = [], items, unevaluatedItems, contains } = part;
    const own = prefixItems[index] ?? items ?? unevaluatedItems;
    return [
      ...(own === undefined ? [] : [{ schema: own, isSure: own !== unevaluatedItems }]),
      ...listedValues(part).flatMap((value) =>
        Array.isArray(value) && index < value.length
          ? [{ schema: { const: value[index]! }, isSure: true }]
          : [],
      ),
      // Only some items match the schema of `contains`. The other items may have any value.
      ...(contains === undefined ? [] : [{ schema: contains, isSure: false }, anything]),
    ];
  });
}

/** Returns the number of items that a schema describes one by one. */
export function leadingItems(part: SchemaObject): number {
  const lists = listedValues(part).map((value) => (Array.isArray(value) ? value.length : 0));
  return Math.max(part.prefixItems?.length ?? 0, ...lists);
}

/** Returns whether a schema has no keyword that describes the content of an object or of an array. */
export function describesNothing(part: SchemaObject): boolean {
  return !describingKeywords.some((keyword) => part[keyword] !== undefined);
}

/** The kinds of keyword values that are lists of property names, for example the value of `required`. */
const nameLists: readonly string[] = ["texts", "text lists"];
const describingKeywords = [
  ...(["const", "enum"] as const),
  ...keywordsWhere(
    ({ kind, of, about }) =>
      about !== undefined && of !== "names" && (of !== undefined || nameLists.includes(kind)),
  ),
];

const anything: Entry = { schema: true, isSure: false };

/**
 * Collects the schemas that describe an inner value. If `isBound` is false, a branch may leave this value
 * undescribed. Then an entry that allows any value is added, so that the other branches do not restrict the
 * properties of the value.
 */
function below(
  { parts }: Described,
  isBound: boolean,
  inner: (part: SchemaObject) => readonly Entry[],
): Place {
  const entries = parts.flatMap((part) =>
    inner(part.schema).map(({ schema, isSure }) => ({ schema, isSure: isSure && part.isSure })),
  );
  return isBound || entries.length === 0 ? entries : [...entries, anything];
}

/**
 * Returns whether a pattern matches a name. An invalid pattern matches no name here, because `hoistPattern` throws an
 * error for such a pattern.
 */
export function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return false;
  }
}

function sure(schemas: readonly Schema[]): readonly Entry[] {
  return schemas.map((schema) => ({ schema, isSure: true }));
}

function furtherOf(part: SchemaObject, resolve: Resolve, name?: string): readonly Entry[] {
  const { additionalProperties, unevaluatedProperties } = part;
  if (additionalProperties !== undefined)
    return additionalProperties === false ? [] : sure([additionalProperties]);
  if (unevaluatedProperties === undefined || unevaluatedProperties === false) return [];
  const { parts } = described(sure([part]), "object", resolve);
  const others = parts.slice(1);
  const isNamed =
    name === undefined ||
    namesOf(others).includes(name) ||
    others.some(
      ({ schema }) => schema.patternProperties ?? schema.additionalProperties ?? schema.unevaluatedProperties,
    );
  return [{ schema: unevaluatedProperties, isSure: others.length === 0 || !isNamed }];
}

function ownNames(schema: SchemaObject): readonly string[] {
  const { properties = {}, required = [], dependentRequired = {}, dependentSchemas = {} } = schema;
  return [
    ...Object.keys(properties),
    ...required,
    ...Object.entries(dependentRequired).flatMap(([name, others]) => [name, ...others]),
    ...Object.keys(dependentSchemas),
    ...listedValues(schema).flatMap((value) => (isMapping(value) ? Object.keys(value) : [])),
  ];
}

/** Returns the schemas that describe the same value as the given schema. */
function inPlace(schema: SchemaObject, isSure: boolean, resolve: Resolve): readonly Entry[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [], dependentSchemas = {} } = schema;
  const always = [...($ref === undefined ? [] : [resolve($ref)]), ...allOf];
  const perhaps = [...Object.values(dependentSchemas), ...conditional(schema)];
  return [
    ...always.map((part) => ({ schema: part, isSure })),
    ...[anyOf, oneOf].flatMap((branches) =>
      branches.map((part) => ({ schema: part, isSure: isSure && branches.length === 1 })),
    ),
    ...perhaps.map((part) => ({ schema: part, isSure: false })),
  ];
}

function conditional(schema: SchemaObject): readonly Schema[] {
  if (schema.if === undefined) return [];
  return [schema.if, schema.then, schema.else].filter((part) => part !== undefined);
}

function isListed(place: Place, kind: Kind, resolve: Resolve): boolean {
  const possible = place.filter(({ schema }) => mayBe(kind, schema, resolve));
  const certain = possible.filter(({ isSure }) => isSure);
  const listsAll = ({ schema }: Entry): boolean => listsMembers(kind, schema, resolve);
  if (certain.length > 0) return certain.some(listsAll);
  return possible.length > 0 && possible.every(listsAll);
}
