import type { Schema, SchemaObject } from "../ir.js";
import { keywordsWhere, type NormalKeyword } from "../base/vocabulary.js";
import { sameJson } from "../base/canonical.js";
import { type Both, mergeItems, mergeLists, mergeMaps, mergeProperties } from "./merge-children.js";
import {
  commonMultiple,
  type Conflict,
  intersectTypes,
  intersectValues,
  mergeSimple,
} from "./merge-keywords.js";

/** The result of merging two schemas. */
export interface Merged {
  readonly schema: SchemaObject;
  /** The keywords that stay in an `allOf`, because one schema cannot express them. */
  readonly rest: SchemaObject | undefined;
}

type Writable = { -readonly [K in keyof SchemaObject]: SchemaObject[K] };

export interface Merging {
  readonly both: Both;
  readonly closedOff: (property: string, from: SchemaObject) => void;
}

/**
 * Merges two schemas that both apply to a value. The result accepts exactly the values that satisfy both, and
 * evaluates the same properties and items. Neither schema may contain `$ref`. `b` must not contain
 * `unevaluatedProperties` or `unevaluatedItems`, because these keywords depend on the other keywords of `b`.
 */
export function merge(a: SchemaObject, b: SchemaObject, merging: Merging): Merged | Conflict {
  const schema: Writable = { ...a, ...mergeSimple(a, b) };
  const rest: Writable = {};
  const type = intersectTypes(a.type, b.type);
  if (typeof type === "object" && "conflict" in type) return type;
  if (type !== undefined) schema.type = type;
  const values = intersectValues(a, b);
  if (values !== undefined && "conflict" in values) return values;
  delete schema.const;
  delete schema.enum;
  Object.assign(schema, values);
  mergeObject(a, b, schema, rest, merging);
  Object.assign(schema, mergeItems(a, b, merging.both));
  mergeSingles(a, b, schema, rest);
  const allOf = [...(a.allOf ?? []), ...(b.allOf ?? [])];
  if (allOf.length > 0) schema.allOf = allOf;
  return { schema, rest: Object.keys(rest).length === 0 ? undefined : rest };
}

function mergeObject(
  a: SchemaObject,
  b: SchemaObject,
  schema: Writable,
  rest: Writable,
  merging: Merging,
): void {
  const { both, closedOff } = merging;
  const group = mergeProperties(a, b, both, closedOff);
  if (group !== undefined) Object.assign(schema, group);
  else {
    for (const key of ["properties", "patternProperties", "additionalProperties"] as const)
      if (b[key] !== undefined) Object.assign(rest, { [key]: b[key] });
  }
  const names =
    a.propertyNames === undefined
      ? b.propertyNames
      : b.propertyNames === undefined
        ? a.propertyNames
        : both(a.propertyNames, b.propertyNames);
  const dependentRequired = mergeLists(a.dependentRequired, b.dependentRequired);
  const dependentSchemas = mergeMaps(a.dependentSchemas, b.dependentSchemas, both);
  if (names !== undefined) schema.propertyNames = names;
  if (dependentRequired !== undefined) schema.dependentRequired = dependentRequired;
  if (dependentSchemas !== undefined) schema.dependentSchemas = dependentSchemas;
}

function mergeSingles(a: SchemaObject, b: SchemaObject, schema: Writable, rest: Writable): void {
  const multiple =
    a.multipleOf === undefined || b.multipleOf === undefined
      ? (a.multipleOf ?? b.multipleOf)
      : commonMultiple(a.multipleOf, b.multipleOf);
  if (multiple !== undefined) schema.multipleOf = multiple;
  else if (b.multipleOf !== undefined) rest.multipleOf = b.multipleOf;
  for (const group of groups) take(group, a, b, schema, rest);
  const alternatives = (["anyOf", "oneOf"] as const).some(
    (key) => b[key] !== undefined && schema[key] === b[key],
  );
  if (b.discriminator !== undefined && a.discriminator === undefined && alternatives)
    schema.discriminator = b.discriminator;
}

/**
 * Groups of keywords that can be merged only if they are equal. Each group has one keyword, and the keywords
 * that have no meaning without this keyword.
 */
const groups: readonly (readonly NormalKeyword[])[] = keywordsWhere(
  ({ merge, needs, leftOver }) => merge === undefined && needs === undefined && leftOver !== true,
).map((head) => [
  head,
  ...keywordsWhere(
    ({ merge, needs }) =>
      merge === undefined && (needs as readonly string[] | undefined)?.includes(head) === true,
  ),
]);

/**
 * Copies a group of keywords from `b` into the merged `schema`. If `a` has the group with different values, the
 * group of `b` goes into `rest` instead.
 */
function take(
  group: readonly NormalKeyword[],
  a: SchemaObject,
  b: SchemaObject,
  schema: Writable,
  rest: Writable,
): void {
  if (group.every((key) => b[key] === undefined)) return;
  if (group.every((key) => sameJson(a[key], b[key]))) return;
  const target = group.every((key) => a[key] === undefined) ? schema : rest;
  for (const key of group) if (b[key] !== undefined) Object.assign(target, { [key]: b[key] });
}

export function isTrivial(schema: Schema): boolean {
  return schema === true || (typeof schema === "object" && Object.keys(schema).length === 0);
}
