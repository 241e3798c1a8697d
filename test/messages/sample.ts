import type { Json, JsonObject, Schema } from "../../generator/ir.js";

/**
 * Returns a plain valid value with all required properties and the optional ones that have no default.
 * Returns undefined if the first attempt is invalid.
 */
export function sample(
  schema: Schema,
  resolve: (def: string) => Schema | undefined,
  depth = 0,
): Json | undefined {
  if (typeof schema === "boolean" || depth > 5) return "a";
  const below = (inner: Schema): Json | undefined => sample(inner, resolve, depth + 1);
  if (schema.$ref !== undefined) return below(resolve(schema.$ref.replace("#/$defs/", "")) ?? true);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  const [branch] = schema.anyOf ?? schema.oneOf ?? [];
  const [type = schema.properties && "object"] = [schema.type ?? []].flat();
  if (type === undefined) return branch === undefined ? "a" : below(branch);
  switch (type) {
    case "object":
      return object(schema, below, depth);
    case "array": {
      const item = below(schema.items ?? true);
      return item === undefined ? [] : Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => item);
    }
    case "integer":
    case "number":
      return schema.minimum ?? Math.min(1, schema.maximum ?? 1);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return (
        texts[schema.format ?? ""] ??
        "a".repeat(Math.max(4, schema.minLength ?? 0)).slice(0, schema.maxLength)
      );
  }
}

function object(
  { properties = {}, required = [] }: Exclude<Schema, boolean>,
  below: (inner: Schema) => Json | undefined,
  depth: number,
): JsonObject {
  const names = Object.keys(properties).filter(
    (name, index) => required.includes(name) || (depth === 0 && index < 4),
  );
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = below(properties[name]!);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

const texts: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T09:30:00Z",
  date: "2026-01-31",
  uri: "https://example.com/a",
  email: "ann@example.com",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
};
