import { isData, isNamed } from "./tool-schema.js";

type Fields = Readonly<Record<string, unknown>>;

/**
 * A self-contained schema as MCP clients take it: `type: "object"` at the root, without a `$ref` there, and no boolean in
 * the place of a property's schema. Undefined if its values are not always objects.
 */
export function mcpObject(schema: unknown): Fields | undefined {
  const root = withoutRootReference(schema);
  return root?.type === "object" ? (withoutBooleans(root) as Fields) : undefined;
}

/** The definition that the root refers to takes its place. The definitions stay, because it may refer to itself. */
function withoutRootReference(schema: unknown): Fields | undefined {
  let root = isRecord(schema) ? schema : undefined;
  const definitions = root?.$defs as Fields | undefined;
  const followed = new Set<unknown>();
  while (root !== undefined && typeof root.$ref === "string" && !followed.has(root.$ref)) {
    const { $ref, $defs: _, ...others }: Fields = root;
    followed.add($ref);
    const definition = definitions?.[($ref as string).split("/").at(-1) ?? ""];
    // Keywords beside a reference apply as well; only notes can be merged without a change of meaning.
    if (!isRecord(definition) || Object.keys(others).some((key) => !notes.has(key))) return undefined;
    root = { ...definition, ...others };
  }
  return root && definitions ? { ...root, $defs: definitions } : root;
}

const notes = new Set(["title", "description", "examples", "default", "deprecated", "readOnly", "writeOnly"]);

/** Clients read properties as objects, although `true` and `false` are schemas. */
function withoutBooleans(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutBooleans);
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (isData(key)) return [key, value];
      if (!isNamed(key) || !isRecord(value)) return [key, withoutBooleans(value)];
      const inner = Object.entries(value).map(([name, one]) => [name, objectFor(withoutBooleans(one))]);
      return [key, Object.fromEntries(inner)];
    }),
  );
}

function objectFor(schema: unknown): unknown {
  if (typeof schema !== "boolean") return schema;
  return schema ? {} : { not: {} };
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
