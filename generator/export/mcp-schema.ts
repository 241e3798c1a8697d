import { isMapping } from "../base/mapping.js";
import { mapChildren, mapValues } from "../base/schema-children.js";
import { keywordsWhere } from "../base/vocabulary.js";
import type { Schema } from "../ir.js";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Converts a self-contained schema to the form that MCP clients accept: `type: "object"` at the root, without a
 * `$ref` there, and without booleans as schemas of properties. Undefined if its values are not always objects.
 */
export function mcpObject(schema: unknown): Fields | undefined {
  const root = withoutRootReference(schema);
  return root?.type === "object" ? (withoutBooleans(root as Schema) as Fields) : undefined;
}

/** Replaces a reference at the root with its definition. The definitions stay, because the root may refer to itself. */
function withoutRootReference(schema: unknown): Fields | undefined {
  let root = isMapping(schema) ? schema : undefined;
  const definitions = root?.$defs as Fields | undefined;
  const followed = new Set<unknown>();
  while (root !== undefined && typeof root.$ref === "string" && !followed.has(root.$ref)) {
    const { $ref, $defs: _, ...others }: Fields = root;
    followed.add($ref);
    const definition = definitions?.[($ref as string).split("/").at(-1) ?? ""];
    // Keywords beside a reference apply as well. Only annotations can be merged without a change of meaning.
    if (!isMapping(definition) || Object.keys(others).some((key) => !notes.has(key))) return undefined;
    root = { ...definition, ...others };
  }
  return root && definitions ? { ...root, $defs: definitions } : root;
}

const notes = new Set(["title", "description", "examples", "default", "deprecated", "readOnly", "writeOnly"]);

/** Replaces boolean schemas. Clients read the schemas of properties as objects, although `true` and `false` are schemas. */
function withoutBooleans(schema: Schema): Schema {
  if (typeof schema === "boolean") return schema;
  const copy: Record<string, unknown> = { ...mapChildren(schema, withoutBooleans) };
  for (const keyword of ["$defs", ...mapsOfSchemas]) {
    const value = copy[keyword];
    if (!isMapping(value)) continue;
    const objects = mapValues(value as Readonly<Record<string, Schema>>, objectFor);
    // The definitions are not part of the normal form, so `mapChildren` leaves them out.
    copy[keyword] = keyword === "$defs" ? mapValues(objects, withoutBooleans) : objects;
  }
  return copy as Schema;
}

const mapsOfSchemas = keywordsWhere(({ kind }) => kind === "schema map");

function objectFor(schema: Schema): Schema {
  if (typeof schema !== "boolean") return schema;
  return schema ? {} : { not: {} };
}
