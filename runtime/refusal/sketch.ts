import type { Shape } from "../validate/decode.js";
import { isObject } from "../base/is-object.js";
import { fieldAt } from "./json-values.js";
import { decoderOf } from "./wire-issue.js";
import type { FunctionDeclaration } from "../wire.js";

// A sketch shows the form of a valid value in one line, such as `{"city": <string>, "days"?: <integer>}`. The
// sketch is made from the declaration.

/**
 * The numbers of object levels that a sketch may show. The first number whose sketch has at most `maxLength`
 * characters is used. Deeper objects are written as `<object>`.
 */
const depths = [3, 2, 1] as const;
const maxLength = 400;
const maxValues = 4;

/** A schema in a declaration, with the keywords of Gemini or of JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

interface SketchContext {
  /** The schema in which `$ref` is resolved. */
  readonly root: Schema;
  readonly deepest: number;
}

/** Returns the schema of the arguments. */
export function argumentsOf({ parameters, parametersJsonSchema }: FunctionDeclaration): Schema {
  return schemaOf(parameters ?? parametersJsonSchema);
}

/** Returns a sketch of the value at a path. Returns undefined if the sketch would only repeat the type. */
export function sketchAt(
  root: Schema,
  path: readonly string[],
  shape: Shape | undefined,
): string | undefined {
  const schema = path.reduce<Schema | undefined>(
    (outer, name) => outer && childSchema(outer, name, root),
    root,
  );
  if (schema === undefined) return undefined;
  const texts = depths.map((deepest) => sketch(schema, { root, deepest }, 0, shape));
  const text = texts.find(({ length }) => length <= maxLength) ?? texts.at(-1)!;
  // The message already contains the type, so the sketch of a scalar is not needed.
  return /\{./.test(text) || shape?.kind === "list" ? text : undefined;
}

/**
 * Returns the schema of a property, an entry or an item. Returns undefined if the schema does not declare the
 * name, for example because the schema is a union.
 */
function childSchema(schema: Schema, name: string, root: Schema): Schema | undefined {
  const { properties, items, prefixItems, additionalProperties } = resolved(schema, root);
  if (isObject(properties) && Object.hasOwn(properties, name)) return schemaOf(properties[name]);
  if (Array.isArray(prefixItems) && name in prefixItems) return schemaOf(prefixItems[Number(name)]);
  const further = /^\d+$/.test(name) && items ? items : additionalProperties;
  return isObject(further) ? further : undefined;
}

function resolved(schema: Schema, root: Schema, depth = 0): Schema {
  const { $ref } = schema;
  if (typeof $ref !== "string" || depth > 8) return schema;
  const [, defs, name = ""] = /^#\/(\$defs|definitions)\/(.+)$/.exec($ref) ?? [];
  const target = defs === undefined ? undefined : fieldAt(root[defs], name);
  return resolved(schemaOf(target), root, depth + 1);
}

function schemaOf(value: unknown): Schema {
  return isObject(value) ? value : {};
}

function sketch(unresolved: Schema, context: SketchContext, depth: number, shape?: Shape): string {
  const schema = resolved(unresolved, context.root);
  const { enum: values, const: constant, properties, anyOf, oneOf = anyOf, items } = schema;
  if (shape?.kind === "json") return "<JSON text>";
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return choices(values.map((value) => JSON.stringify(value)));
  if (isObject(properties)) return object(schema, properties, context, depth, shape);
  if (Array.isArray(oneOf))
    return choices(oneOf.map((branch) => sketch(schemaOf(branch), context, depth + 0.25)));
  const type = typesOf(schema)[0];
  if (type !== "array") return scalar(schema);
  return "[" + sketch(schemaOf(items), context, depth + 0.5, itemShape(shape)) + ", …]";
}

/** Returns the wire form of an item of a list, or of an entry of a map. */
function itemShape(shape: Shape | undefined): Shape | undefined {
  if (shape?.kind === "list") return shape.rest?.shape;
  if (shape?.kind !== "map" || !shape.decode) return undefined;
  return { kind: "object", fields: { value: shape.decode } };
}

function object(
  { required = [], propertyOrdering }: Schema,
  properties: Schema,
  context: SketchContext,
  depth: number,
  shape: Shape | undefined,
): string {
  const names = Array.isArray(propertyOrdering) ? (propertyOrdering as string[]) : Object.keys(properties);
  if (depth >= context.deepest && names.length > 0) return "<object>";
  const fields = names.map((name) => {
    const optional = (required as string[]).includes(name) ? "" : "?";
    const field = shape?.kind === "object" ? decoderOf(shape.fields, name)?.shape : undefined;
    return (
      JSON.stringify(name) + optional + ": " + sketch(schemaOf(properties[name]), context, depth + 1, field)
    );
  });
  return "{" + fields.join(", ") + "}";
}

/**
 * Returns a text such as `<integer>`. Bounds are left out: an issue reports a bound when a value exceeds it.
 */
function scalar(schema: Schema): string {
  const { format } = schema;
  const types = typesOf(schema);
  const kind = types[0] === "string" && typeof format === "string" ? format + " " : "";
  return "<" + kind + (types.join(" or ") || "any") + ">";
}

function typesOf({ type, nullable }: Schema): string[] {
  const types = [type ?? []].flat().map((name) => String(name).toLowerCase());
  return nullable === true && types.length > 0 ? [...types, "null"] : types;
}

function choices(texts: readonly string[]): string {
  const different = [...new Set(texts)];
  return (different.length <= 12 ? different : [...different.slice(0, maxValues), "…"]).join("|");
}
