import type { Shape } from "../validate/decode.js";
import { isObject } from "../base/is-object.js";
import { fieldAt } from "./json-values.js";
import { decoderOf } from "./on-wire.js";
import type { FunctionDeclaration } from "../wire.js";

// What a correct value looks like, in one line, read off the declaration: `{"city": <string>, "days"?: <integer>}`.

/** Objects are written out this deep, or less where the line would get too long; below stands `<object>`. */
const depths = [3, 2, 1] as const;
const maxLength = 400;
const maxValues = 4;

/** Of a declaration, in the words of Gemini or of JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

interface Sketching {
  /** Where references lead. */
  readonly root: Schema;
  readonly deepest: number;
}

/** The schema of all arguments. */
export function argumentsOf({ parameters, parametersJsonSchema }: FunctionDeclaration): Schema {
  return schemaOf(parameters ?? parametersJsonSchema);
}

/** What belongs at a place of the arguments, if that says more than its type. */
export function sketchAt(
  root: Schema,
  path: readonly string[],
  shape: Shape | undefined,
): string | undefined {
  const schema = path.reduce<Schema | undefined>((outer, name) => outer && inner(outer, name, root), root);
  if (schema === undefined) return undefined;
  const texts = depths.map((deepest) => sketch(schema, { root, deepest }, 0, shape));
  const text = texts.find(({ length }) => length <= maxLength) ?? texts.at(-1)!;
  // Of plain types the words say as much.
  return /\{./.test(text) || shape?.kind === "list" ? text : undefined;
}

/** The schema of a property, an entry or an item; undefined where a union leaves it open. */
function inner(schema: Schema, name: string, root: Schema): Schema | undefined {
  const { properties, items, prefixItems, additionalProperties } = followed(schema, root);
  if (isObject(properties) && Object.hasOwn(properties, name)) return schemaOf(properties[name]);
  if (Array.isArray(prefixItems) && name in prefixItems) return schemaOf(prefixItems[Number(name)]);
  const further = /^\d+$/.test(name) && items ? items : additionalProperties;
  return isObject(further) ? further : undefined;
}

function followed(schema: Schema, root: Schema, depth = 0): Schema {
  const { $ref } = schema;
  if (typeof $ref !== "string" || depth > 8) return schema;
  const [, defs, name = ""] = /^#\/(\$defs|definitions)\/(.+)$/.exec($ref) ?? [];
  const target = defs === undefined ? undefined : fieldAt(root[defs], name);
  return followed(schemaOf(target), root, depth + 1);
}

function schemaOf(value: unknown): Schema {
  return isObject(value) ? value : {};
}

function sketch(given: Schema, sketching: Sketching, depth: number, shape?: Shape): string {
  const schema = followed(given, sketching.root);
  const { enum: values, const: constant, properties, anyOf, oneOf = anyOf, items } = schema;
  if (shape?.kind === "json") return "<JSON text>";
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return choices(values.map((value) => JSON.stringify(value)));
  if (isObject(properties)) return object(schema, properties, sketching, depth, shape);
  if (Array.isArray(oneOf))
    return choices(oneOf.map((branch) => sketch(schemaOf(branch), sketching, depth + 0.25)));
  const type = typesOf(schema)[0];
  if (type !== "array") return scalar(schema);
  return "[" + sketch(schemaOf(items), sketching, depth + 0.5, itemShape(shape)) + ", …]";
}

/** An item, or an entry of a map. */
function itemShape(shape: Shape | undefined): Shape | undefined {
  if (shape?.kind === "list") return shape.rest?.shape;
  if (shape?.kind !== "map" || !shape.decode) return undefined;
  return { kind: "object", fields: { value: shape.decode } };
}

function object(
  { required = [], propertyOrdering }: Schema,
  properties: Schema,
  sketching: Sketching,
  depth: number,
  shape: Shape | undefined,
): string {
  const names = Array.isArray(propertyOrdering) ? (propertyOrdering as string[]) : Object.keys(properties);
  if (depth >= sketching.deepest && names.length > 0) return "<object>";
  const fields = names.map((name) => {
    const optional = (required as string[]).includes(name) ? "" : "?";
    const field = shape?.kind === "object" ? decoderOf(shape.fields, name)?.shape : undefined;
    return (
      JSON.stringify(name) + optional + ": " + sketch(schemaOf(properties[name]), sketching, depth + 1, field)
    );
  });
  return "{" + fields.join(", ") + "}";
}

/** `<integer>`. Its bounds are said when they are overstepped. */
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
