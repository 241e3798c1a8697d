import { isMapping, own } from "./mapping.js";
import { isSameName } from "./same-name.js";
import { type Subschema, subschemasOf } from "./schema-children.js";

// Finds the names that a schema permits as keys of a value. The schema may be in the normal form or in a declaration.

/** The names to search for, and the functions that the search needs. */
export interface NameSearch {
  readonly names: readonly string[];
  readonly resolve: (reference: string) => unknown;
  /** Returns whether a name matches a pattern. The pattern may be hostile. */
  readonly matches: (pattern: string, name: string) => boolean;
}

/**
 * Returns the names that a schema permits as keys of its value, or as keys of the items of its value. A map that allows
 * any key is ignored, because it does not mention a name.
 */
export function namesWithin(schema: unknown, search: NameSearch): readonly string[] {
  const found = new Set<string>();
  eachReachable(schema, search, (next) => {
    const keys = ownNames(next);
    const patterns = Object.entries(mapping(next, "patternProperties"))
      .filter(([, value]) => value !== false)
      .map(([pattern]) => pattern);
    for (const name of search.names) {
      if (keys.some((key) => isSameName(key, name)) || patterns.some((one) => search.matches(one, name)))
        found.add(name);
    }
    for (const name of namesOfKeys(next["propertyNames"], search)) found.add(name);
    return inner(next);
  });
  return search.names.filter((name) => found.has(name));
}

/**
 * Calls `visit` once for each schema that can be reached: the schema, the targets of references, and the schemas that
 * `visit` returns.
 */
function eachReachable(
  schema: unknown,
  { resolve }: NameSearch,
  visit: (schema: Readonly<Record<string, unknown>>) => readonly unknown[],
): void {
  const seen = new Set<unknown>();
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const next = open.pop();
    if (!isMapping(next) || seen.has(next)) continue;
    seen.add(next);
    if (typeof next["$ref"] === "string") open.push(resolve(next["$ref"]));
    open.push(...visit(next));
  }
}

/** Returns the schemas of the value itself, of its items, and of its unnamed properties. */
function inner(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  return [
    ...subschemasOf(schema)
      .filter(bringsNames)
      .map(({ value }) => value),
    ...entriesOf(schema),
  ];
}

/**
 * Returns whether the names in a subschema may be keys of the same value or of its items. A property describes another
 * value, and `not` permits no names.
 */
export function bringsNames({ part, keyword }: Subschema): boolean {
  return keyword !== "not" && !["property", "names", "definitions"].includes(part);
}

/**
 * Returns the names that a schema mentions as keys, for example in `properties`. Names that it forbids are left out.
 */
function ownNames(schema: Readonly<Record<string, unknown>>): readonly string[] {
  const properties = Object.entries(mapping(schema, "properties"));
  const dependent = Object.entries(mapping(schema, "dependentRequired"));
  const values = [...listOf(schema, "enum"), ...(Object.hasOwn(schema, "const") ? [schema["const"]] : [])];
  const tag = own(schema["discriminator"], "propertyName");
  return [
    ...properties.flatMap(([name, value]) => (value === false ? [] : [name])),
    ...[...listOf(schema, "required"), ...dependent.flat(2), tag].filter((name) => typeof name === "string"),
    ...Object.keys(mapping(schema, "dependentSchemas")),
    ...values.flat().flatMap((value) => (isMapping(value) ? Object.keys(value) : [])),
  ];
}

/** Returns which of the searched names a schema of keys (`propertyNames`) permits. */
function namesOfKeys(schema: unknown, search: NameSearch): readonly string[] {
  const found = new Set<string>();
  eachReachable(schema, search, (next) => {
    const { pattern } = next;
    const values = [...listOf(next, "enum"), next["const"]].filter((value) => typeof value === "string");
    for (const name of search.names) {
      const isMatch = typeof pattern === "string" && values.length === 0 && search.matches(pattern, name);
      if (isMatch || values.some((value) => isSameName(value, name))) found.add(name);
    }
    const branches = ["allOf", "anyOf", "oneOf"].flatMap((word) => listOf(next, word));
    return [...branches, next["then"], next["else"]];
  });
  return [...found];
}

/**
 * Returns the schemas of the keys and values of a map in a declaration. A declaration shows a map as a list of
 * `{ key, value }`. If the object also has named properties, this list is the property `more`.
 */
function entriesOf(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  const properties = mapping(schema, "properties");
  const more = Object.entries(properties).flatMap(([name, value]) =>
    /^more(_\d+)?$/.test(name) ? [value] : [],
  );
  const isEntry = Object.keys(properties).sort().join() === "key,value";
  if (!isEntry) return more;
  return [{ propertyNames: properties["key"] }, properties["value"]];
}

function mapping(schema: Readonly<Record<string, unknown>>, word: string): Readonly<Record<string, unknown>> {
  const value = own(schema, word);
  return isMapping(value) ? value : {};
}

function listOf(schema: Readonly<Record<string, unknown>>, word: string): readonly unknown[] {
  const value = own(schema, word);
  return Array.isArray(value) ? value : [];
}
