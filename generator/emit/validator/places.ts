import type { Schema, SchemaObject } from "../../ir.js";
import { isMapping } from "../../base/mapping.js";
import { keywordsWhere } from "../../base/vocabulary.js";
import { type Kind, listedValues, lists, listsMembers, mayBe, type Resolve } from "./kinds.js";

// All descriptions of one place in a value, from all parts of a schema, whichever branch the value takes.

/** A schema that describes the value of a place. */
export interface Entry {
  readonly schema: Schema;
  /** It applies whichever branch the parent value takes. */
  readonly isSure: boolean;
}

export type Place = readonly Entry[];

/** The descriptions of the objects or the arrays in a place. */
export interface Described {
  readonly parts: readonly Part[];
  /** Whichever branch the value takes, a part applies that lists its members. */
  readonly isListed: boolean;
}

export interface Part {
  readonly schema: SchemaObject;
  readonly isSure: boolean;
}

/** No real schema has more parts for one value. Further parts count as open. */
const mostParts = 1_000;

export function described(place: Place, kind: Kind, resolve: Resolve): Described {
  const found = new Map<SchemaObject, boolean>();
  const open: Entry[] = [...place];
  // Grows during the iteration.
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

/** Whether the objects in a place have declared properties only. */
export function isClosed({ parts, isListed }: Described): boolean {
  const said = parts.flatMap(({ schema }) => [schema.additionalProperties, schema.unevaluatedProperties]);
  if (said.some((further) => further !== undefined && further !== false)) return false;
  return isListed && parts.some(({ schema }) => lists(schema));
}

export function namesOf(parts: readonly Part[]): readonly string[] {
  return [...new Set(parts.flatMap(({ schema }) => ownNames(schema)))];
}

export function patternsOf(parts: readonly Part[]): readonly string[] {
  return [...new Set(parts.flatMap(({ schema }) => Object.keys(schema.patternProperties ?? {})))];
}

/** The place of a property. Patterns are interpreted in the same way as in the generated check. */
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

/** The place of properties that match a pattern. Other patterns may match them too, and their declarations count. */
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

/** The place of properties that no name and no pattern covers. */
export function furtherPlace(object: Described, resolve: Resolve): Place {
  return below(object, isClosed(object), (part) => furtherOf(part, resolve));
}

/** The place of an item. Without an index: of the items after all those with a schema of their own. */
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
      // Some items match it, and the others may have any value.
      ...(contains === undefined ? [] : [{ schema: contains, isSure: false }, anything]),
    ];
  });
}

/** The number of leading items that a part describes one by one. */
export function leadingItems(part: SchemaObject): number {
  const lists = listedValues(part).map((value) => (Array.isArray(value) ? value.length : 0));
  return Math.max(part.prefixItems?.length ?? 0, ...lists);
}

/** Whether a part has no description of the content of an object or an array. */
export function saysNothing(part: SchemaObject): boolean {
  return !speaking.some((keyword) => part[keyword] !== undefined);
}

/** Kinds of keyword values that list names of properties. */
const naming: readonly string[] = ["texts", "text lists"];
const speaking = [
  ...(["const", "enum"] as const),
  ...keywordsWhere(
    ({ kind, of, about }) =>
      about !== undefined && of !== "names" && (of !== undefined || naming.includes(kind)),
  ),
];

const anything: Entry = { schema: true, isSure: false };

/** If a value may be anything, the description in one branch closes nothing: the value may have taken another branch. */
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

/** Whether a pattern covers a name. An invalid pattern is reported where it is emitted. */
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

/** Schemas that apply to the same value. */
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
