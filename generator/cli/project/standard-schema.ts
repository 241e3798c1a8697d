import { ModuleMistake } from "./module-mistake.js";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the JSON Schema of a Standard Schema. Any other value is returned unchanged, because it already is a JSON
 * Schema.
 */
export function jsonSchemaOf(schema: unknown, side: "input" | "output"): unknown {
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null) return schema;
  const standard = (schema as Fields)["~standard"] as Fields | undefined;
  if (standard === undefined) return schema;
  const converter = standard["jsonSchema"] as
    | Record<typeof side, (options: { target: string }) => unknown>
    | undefined;
  if (converter !== undefined) return tidied(converter[side]({ target: "draft-2020-12" }));
  const { toJsonSchema } = schema as { toJsonSchema?: () => unknown };
  if (typeof toJsonSchema === "function") return tidied(toJsonSchema.call(schema));
  const vendor = String(standard["vendor"]);
  throw new ModuleMistake(
    `a schema of ${vendor} has no JSON Schema`,
    `Use a version of ${vendor} that exports JSON Schema, or write JSON Schema.`,
  );
}

/** Removes `$schema`, and the limits of safe integers, which only repeat the type "integer". */
function tidied(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tidied);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).filter(
    ([key, value]) =>
      !(key === "$schema" && typeof value === "string") &&
      !(key === "maximum" && value === Number.MAX_SAFE_INTEGER) &&
      !(key === "minimum" && value === Number.MIN_SAFE_INTEGER),
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, tidied(value)]));
}
