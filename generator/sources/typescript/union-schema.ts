import type ts from "typescript";

type JsonSchema = Record<string, unknown>;

/** The schema of a literal type: an enum with one value. Unions merge these enums. */
export function literalTypes(type: ts.Type, compiler: typeof ts): JsonSchema | undefined {
  if (type.isStringLiteral()) return { type: "string", enum: [type.value] };
  if (type.isNumberLiteral()) return { type: "number", enum: [type.value] };
  if (type.flags & compiler.TypeFlags.BooleanLiteral)
    return {
      type: "boolean",
      enum: [(type as unknown as { intrinsicName: string }).intrinsicName === "true"],
    };
  return undefined;
}

/** Adds null to a schema in the shortest notation. */
export function nullableSchema(schema: JsonSchema): JsonSchema {
  const { type, enum: values, anyOf } = schema;
  if (type === "null") return schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...(anyOf as unknown[]), { type: "null" }] };
  if (typeof type !== "string") return { anyOf: [schema, { type: "null" }] };
  const choices = Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {};
  return { ...schema, type: [type, "null"], ...choices };
}
