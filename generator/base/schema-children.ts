import type { Schema, SchemaObject } from "../ir.js";
import { isMapping, type Mapping, put } from "./mapping.js";
import { type Kind, keywordsWhere, normalForm, type Part, vocabulary } from "./vocabulary.js";

// The schemas directly inside of a schema: in the normal form, and in any dialect.

/** How a keyword of the normal form contains schemas. */
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

/** Called with a schema, the part that it describes, and the name or number that it has in its keyword. */
export type Visit = (child: Schema, part: Part, name: string) => void;

/** Calls `visit` with every schema directly inside of this one. */
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

/** Every schema directly inside of this one. */
export function childrenOf(schema: SchemaObject): readonly Schema[] {
  const children: Schema[] = [];
  eachChild(schema, (child) => void children.push(child));
  return children;
}

/** Copies a schema and replaces every schema directly inside of it. */
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
 * A value at a place where a schema of any dialect may contain a schema. It may be something else, because the
 * document may be invalid.
 */
export interface Subschema {
  readonly value: unknown;
  readonly part: Part;
  readonly keyword: string;
  /** The path to it from the schema that contains it. */
  readonly path: readonly (string | number)[];
}

/** The values of a schema that are schemas themselves. Data, for example in `default`, may look like a schema but is skipped. */
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

/** Keywords of any dialect that contain schemas by name. */
export const schemaMaps: readonly string[] = [...vocabulary].flatMap(([name, { kind, of }]) =>
  of !== undefined && kind === "schema map" ? [name] : [],
);

/** How a keyword of any dialect contains schemas. It depends on the value too, because `items` may be a list. */
export function formOf(keyword: string, value: unknown): "one" | "list" | "map" | undefined {
  const { kind, of, listed } = vocabulary.get(keyword) ?? {};
  if (of === undefined) return undefined;
  if (kind === "schema map") return isMapping(value) ? "map" : undefined;
  if (Array.isArray(value)) return kind === "schemas" || listed === true ? "list" : undefined;
  return kind === "schema" ? "one" : undefined;
}
