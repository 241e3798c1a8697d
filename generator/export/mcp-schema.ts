import { isMapping } from "../base/mapping.js";
import { mapChildren, mapValues } from "../base/schema-children.js";
import { keywordsWhere } from "../base/vocabulary.js";
import type { Schema } from "../ir.js";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Converts a self-contained schema to a form that MCP clients accept: with `type: "object"` at the root, without `$ref`
 * at the root, and without boolean schemas of properties. Returns undefined if a value of the schema may be something
 * else than an object.
 */
export function mcpObject(schema: unknown): Fields | undefined {
  const root = withoutRootReference(schema);
  return root?.type === "object" ? (withoutBooleans(root as Schema) as Fields) : undefined;
}

/**
 * Replaces a reference at the root by its definition. The definitions are kept, because the definition may refer to
 * itself.
 */
function withoutRootReference(schema: unknown): Fields | undefined {
  let root = isMapping(schema) ? schema : undefined;
  const definitions = root?.$defs as Fields | undefined;
  const followed = new Set<unknown>();
  while (root !== undefined && typeof root.$ref === "string" && !followed.has(root.$ref)) {
    const { $ref, $defs: _, ...others }: Fields = root;
    followed.add($ref);
    const definition = definitions?.[($ref as string).split("/").at(-1) ?? ""];
    // Keywords beside a reference apply too. Annotations can be merged with the definition. Other keywords cannot, so
    // the function then returns undefined.
    if (!isMapping(definition) || Object.keys(others).some((key) => !notes.has(key))) return undefined;
    root = { ...definition, ...others };
  }
  return root && definitions ? { ...root, $defs: definitions } : root;
}

const notes = new Set(["title", "description", "examples", "default", "deprecated", "readOnly", "writeOnly"]);

/**
 * Replaces the boolean schemas of properties and definitions. JSON Schema allows `true` and `false` as schemas, but MCP
 * clients expect objects.
 */
function withoutBooleans(schema: Schema): Schema {
  if (typeof schema === "boolean") return schema;
  const copy: Record<string, unknown> = { ...mapChildren(schema, withoutBooleans) };
  for (const keyword of ["$defs", ...mapsOfSchemas]) {
    const value = copy[keyword];
    if (!isMapping(value)) continue;
    const objects = mapValues(value as Readonly<Record<string, Schema>>, objectFor);
    // `mapChildren` has already converted the schemas inside of the other keywords. It does not visit `$defs`, so
    // the insides of definitions are converted here.
    copy[keyword] = keyword === "$defs" ? mapValues(objects, withoutBooleans) : objects;
  }
  return copy as Schema;
}

const mapsOfSchemas = keywordsWhere(({ kind }) => kind === "schema map");

function objectFor(schema: Schema): Schema {
  if (typeof schema !== "boolean") return schema;
  return schema ? {} : { not: {} };
}
