import type { Schema, SchemaObject } from "../ir.js";
import { mapValues } from "../base/schema-children.js";
import { put } from "../base/mapping.js";

/** A function that combines two schemas which both apply to a value. */
export type Both = (a: Schema, b: Schema) => Schema;

type ObjectGroup = Pick<SchemaObject, "properties" | "patternProperties" | "additionalProperties">;

function restricts(schema: Schema | undefined): schema is Schema {
  return schema !== undefined && schema !== true;
}

/**
 * Merges the properties of two schemas. A property of only one schema must also satisfy
 * `additionalProperties` of the other schema. If the other schema has patterns too, one schema cannot express
 * this, and the result is undefined.
 */
export function mergeProperties(
  a: SchemaObject,
  b: SchemaObject,
  both: Both,
  closedOff: (property: string, from: SchemaObject) => void,
): ObjectGroup | undefined {
  if (blocked(a, b) || blocked(b, a)) return undefined;
  const properties: Record<string, Schema> = {};
  const names = new Set([...Object.keys(a.properties ?? {}), ...Object.keys(b.properties ?? {})]);
  for (const name of names) {
    const [left, right] = [viewOf(a, name), viewOf(b, name)];
    const known = [a, b].find((side) => Object.hasOwn(side.properties ?? {}, name))!;
    if (closes(a, name) || closes(b, name)) closedOff(name, known);
    else put(properties, name, left === undefined ? right! : right === undefined ? left : both(left, right));
  }
  const patterns = mergeMaps(a.patternProperties, b.patternProperties, both);
  const additional =
    a.additionalProperties === undefined || b.additionalProperties === undefined
      ? (a.additionalProperties ?? b.additionalProperties)
      : both(a.additionalProperties, b.additionalProperties);
  return {
    ...((names.size > 0 || a.properties || b.properties) && { properties }),
    ...(patterns && { patternProperties: patterns }),
    ...(additional !== undefined && { additionalProperties: additional }),
  };
}

/**
 * Whether the properties of two schemas cannot be merged. This is the case if `closing` restricts additional
 * properties, and patterns decide which names of the other schema are additional.
 */
function blocked(closing: SchemaObject, other: SchemaObject): boolean {
  if (!restricts(closing.additionalProperties)) return false;
  const own = closing.patternProperties ?? {};
  if (Object.keys(other.patternProperties ?? {}).some((pattern) => !Object.hasOwn(own, pattern))) return true;
  const addsNames = Object.keys(other.properties ?? {}).some(
    (name) => !Object.hasOwn(closing.properties ?? {}, name),
  );
  return Object.keys(own).length > 0 && addsNames;
}

function viewOf(side: SchemaObject, name: string): Schema | undefined {
  const { properties } = side;
  return properties !== undefined && Object.hasOwn(properties, name)
    ? properties[name]
    : side.additionalProperties;
}

function closes(side: SchemaObject, name: string): boolean {
  return side.additionalProperties === false && !Object.hasOwn(side.properties ?? {}, name);
}

export function mergeMaps(
  a: Readonly<Record<string, Schema>> | undefined,
  b: Readonly<Record<string, Schema>> | undefined,
  both: Both,
): Readonly<Record<string, Schema>> | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const merged = mapValues(a, (schema) => schema);
  for (const name of Object.keys(b))
    put(merged, name, Object.hasOwn(a, name) ? both(a[name]!, b[name]!) : b[name]!);
  return merged;
}

export function mergeItems(
  a: SchemaObject,
  b: SchemaObject,
  both: Both,
): Pick<SchemaObject, "prefixItems" | "items"> {
  const length = Math.max(a.prefixItems?.length ?? 0, b.prefixItems?.length ?? 0);
  const merge = (left: Schema | undefined, right: Schema | undefined): Schema | undefined =>
    left === undefined || right === undefined ? (left ?? right) : both(left, right);
  const prefixItems = Array.from(
    { length },
    (_, index) => merge(a.prefixItems?.[index] ?? a.items, b.prefixItems?.[index] ?? b.items)!,
  );
  const items = merge(a.items, b.items);
  return { ...(length > 0 && { prefixItems }), ...(items !== undefined && { items }) };
}

export function mergeLists(
  a: SchemaObject["dependentRequired"],
  b: SchemaObject["dependentRequired"],
): SchemaObject["dependentRequired"] {
  if (a === undefined || b === undefined) return a ?? b;
  const merged = mapValues(a, (list) => list);
  for (const name of Object.keys(b))
    put(merged, name, Object.hasOwn(a, name) ? [...new Set([...a[name]!, ...b[name]!])] : b[name]!);
  return merged;
}
