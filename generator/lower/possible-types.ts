import type { Schema, SchemaObject, TypeName } from "../ir.js";
import { typeOfValue, typesOf, valuesOf } from "./schema-facts.js";

type Types = ReadonlySet<TypeName>;

/** The maximum number of levels that are examined. A deeper schema counts as allowing every type. */
const deepest = 12;

/** Returns the types that the keywords of a schema allow. Returns undefined if they allow every type. */
export function possibleTypes(
  schema: Schema,
  lookUp: (reference: string) => Schema | undefined,
  depth = 0,
): Types | undefined {
  if (schema === false) return new Set();
  if (schema === true || depth > deepest) return undefined;
  const inner = (part: Schema): Types | undefined => possibleTypes(part, lookUp, depth + 1);
  const unions = [schema.anyOf, schema.oneOf].flatMap((branches) =>
    branches === undefined ? [] : [either(branches.map(inner))],
  );
  const parts = [
    ownTypes(schema),
    schema.$ref === undefined ? undefined : inner(lookUp(schema.$ref) ?? true),
    ...(schema.allOf ?? []).map(inner),
    ...unions,
  ];
  return parts.reduce(both);
}

function ownTypes(schema: SchemaObject): Types | undefined {
  const values = valuesOf(schema);
  if (values !== undefined) return new Set(values.map(typeOfValue));
  const types = typesOf(schema);
  return types.length === 0 ? undefined : new Set(types);
}

function either(all: readonly (Types | undefined)[]): Types | undefined {
  const found = new Set<TypeName>();
  for (const types of all) {
    if (types === undefined) return undefined;
    for (const type of types) found.add(type);
  }
  return found;
}

function both(a: Types | undefined, b: Types | undefined): Types | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const fits = (type: TypeName, types: Types): boolean =>
    types.has(type) || (type === "integer" && types.has("number"));
  return new Set([...[...a].filter((type) => fits(type, b)), ...[...b].filter((type) => fits(type, a))]);
}
