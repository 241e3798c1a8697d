import type { Schema, SchemaObject } from "../ir.js";
import { isMapping, type Mapping, put } from "./mapping.js";
import { type Kind, keywordsWhere, normalForm, type Part, vocabulary } from "./vocabulary.js";

// Finds the schemas directly inside of a schema. Some functions expect the normal form, others accept any dialect.

/** The way in which a keyword of the normal form contains schemas. */
interface Holder {
  readonly kind: Kind;
  readonly part: Part;
}

const holders: ReadonlyMap<string, Holder> = new Map(
  keywordsWhere(({ of }) => of !== undefined).map((name) => [
    name,
    { kind: normalForm[name].kind, part: normalForm[name].of! },
  ]),
);

/**
 * Called with a schema, the part of the value that the schema describes, and the name or index of the schema in the
 * value of its keyword.
 */
export type Visit = (child: Schema, part: Part, name: string) => void;

/** Calls `visit` for each schema directly inside of a schema. */
export function eachChild(schema: SchemaObject, visit: Visit): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const holder = holders.get(keyword);
    if (holder === undefined || value === undefined) continue;
    if (holder.kind === "schema") visit(value as Schema, holder.part, "");
    else
      for (const [name, child] of Object.entries(value as Readonly<Record<string, Schema>>))
        visit(child, holder.part, name);
  }
}

/** Returns the schemas directly inside of a schema. */
export function childrenOf(schema: SchemaObject): readonly Schema[] {
  const children: Schema[] = [];
  eachChild(schema, (child) => void children.push(child));
  return children;
}

/** Copies a schema. `replace` returns the new schema for each schema directly inside of it. */
export function mapChildren(schema: SchemaObject, replace: (child: Schema) => Schema): SchemaObject {
  const copy: Record<string | symbol, unknown> = { ...schema };
  for (const [keyword, value] of Object.entries(schema)) {
    const holder = holders.get(keyword);
    if (holder === undefined || value === undefined) continue;
    if (holder.kind === "schema") copy[keyword] = replace(value as Schema);
    else if (holder.kind === "schemas") copy[keyword] = (value as readonly Schema[]).map(replace);
    else copy[keyword] = mapValues(value as Readonly<Record<string, Schema>>, replace);
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

/**
 * A value in a document where the dialect expects a schema. The document may be invalid, so the value may be anything.
 */
export interface Subschema {
  readonly value: unknown;
  readonly part: Part;
  readonly keyword: string;
  /** The path from the containing schema to the value. */
  readonly path: readonly (string | number)[];
}

/**
 * Returns the values of a schema where the dialect expects schemas. Data that looks like a schema, for example in
 * `default`, is not included.
 */
export function subschemasOf(schema: Mapping): readonly Subschema[] {
  const found: Subschema[] = [];
  for (const keyword of Object.keys(schema)) {
    const form = formOf(keyword, schema[keyword]);
    const part = vocabulary.get(keyword)?.of;
    if (form === undefined || part === undefined) continue;
    const value = schema[keyword];
    const add = (inner: unknown, ...path: (string | number)[]): void => {
      found.push({ value: inner, part, keyword, path: [keyword, ...path] });
    };
    if (form === "one") add(value);
    else if (Array.isArray(value)) value.forEach((inner, index) => add(inner, index));
    else for (const [name, inner] of Object.entries(value as Mapping)) add(inner, name);
  }
  return found;
}

/** The keywords of any dialect whose value maps names to schemas. */
export const schemaMaps: readonly string[] = [...vocabulary].flatMap(([name, { kind, of }]) =>
  of !== undefined && kind === "schema map" ? [name] : [],
);

/**
 * Returns how a keyword of any dialect contains schemas: as one schema, as a list or as a map. For `items`, the result
 * depends on the value, because `items` may be one schema or a list.
 */
export function formOf(keyword: string, value: unknown): "one" | "list" | "map" | undefined {
  const { kind, of, listed } = vocabulary.get(keyword) ?? {};
  if (of === undefined) return undefined;
  if (kind === "schema map") return isMapping(value) ? "map" : undefined;
  if (Array.isArray(value)) return kind === "schemas" || listed === true ? "list" : undefined;
  return kind === "schema" ? "one" : undefined;
}
