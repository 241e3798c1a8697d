import type { Schema, SchemaObject } from "../ir.js";
import { put } from "./mapping.js";

type Form = "one" | "list" | "map";

/** Where the normal form holds schemas; `samePlace`: they look at the same value as the schema they stand in. */
const places: ReadonlyMap<string, { readonly form: Form; readonly samePlace: boolean }> = new Map([
  ...part("map", ["properties", "patternProperties"]),
  ...part("list", ["prefixItems"]),
  ...part("one", ["additionalProperties", "propertyNames", "unevaluatedProperties"]),
  ...part("one", ["items", "contains", "unevaluatedItems"]),
  ...inPlace("list", ["allOf", "anyOf", "oneOf"]),
  ...inPlace("one", ["not", "if", "then", "else"]),
  ...inPlace("map", ["dependentSchemas"]),
]);

function part(form: Form, keys: readonly string[]): readonly [string, { form: Form; samePlace: boolean }][] {
  return keys.map((key) => [key, { form, samePlace: false }]);
}

function inPlace(
  form: Form,
  keys: readonly string[],
): readonly [string, { form: Form; samePlace: boolean }][] {
  return keys.map((key) => [key, { form, samePlace: true }]);
}

/** Calls `visit` with every schema directly inside this one. */
export function eachChild(schema: SchemaObject, visit: (child: Schema, samePlace: boolean) => void): void {
  for (const [key, value] of Object.entries(schema)) {
    const place = places.get(key);
    if (place === undefined || value === undefined) continue;
    if (place.form === "one") visit(value as Schema, place.samePlace);
    else
      for (const child of Object.values(value as Readonly<Record<string, Schema>>))
        visit(child, place.samePlace);
  }
}

/** The same schema with every schema directly inside it replaced. */
export function mapChildren(schema: SchemaObject, replace: (child: Schema) => Schema): SchemaObject {
  const copy: Record<string | symbol, unknown> = { ...schema };
  for (const [key, value] of Object.entries(schema)) {
    const place = places.get(key);
    if (place === undefined || value === undefined) continue;
    if (place.form === "one") copy[key] = replace(value as Schema);
    else if (place.form === "list") copy[key] = (value as readonly Schema[]).map(replace);
    else copy[key] = mapValues(value as Readonly<Record<string, Schema>>, replace);
  }
  return copy as SchemaObject;
}

export function mapValues<T, U>(
  map: Readonly<Record<string, T>>,
  replace: (value: T) => U,
): Record<string, U> {
  const copy: Record<string, U> = {};
  for (const key of Object.keys(map)) put(copy, key, replace(map[key]!));
  return copy;
}
