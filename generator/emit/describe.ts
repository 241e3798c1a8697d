import { isWide, withoutImpliedBounds } from "../int64.js";
import type { Json, Schema, SchemaObject, TypeName } from "../ir.js";
import { defName } from "./reach.js";

export type Resolve = (def: string) => Schema;

/** Values listed in full; longer lists are left to the nearest ones. */
export const maxListed = 12;
const maxText = 160;

/** What a schema wants, in a few words that begin with its type, e.g. `integer 1–16`. The repair of arguments reads the type. */
export function describe(schema: Schema, resolve: Resolve, depth = 0): string {
  const text = words(schema, resolve, depth);
  return text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text;
}

/** A value as it is shown in expectations. */
export function show(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** `1–5`, `at least 1`, `at most 5`, or nothing. */
export function range(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && least > 0) {
    if (most === undefined) return `at least ${least}`;
    return least === most ? `${least}` : `${least}–${most}`;
  }
  return most === undefined ? "" : `at most ${most}`;
}

function words(schema: Schema, resolve: Resolve, depth: number): string {
  if (typeof schema === "boolean") return schema ? "any value" : "nothing";
  if (schema.const !== undefined) return show(schema.const);
  if (schema.enum !== undefined) return listed(schema.enum);
  if (schema.$ref !== undefined)
    return depth > 6 ? "value" : words(resolve(defName(schema.$ref)), resolve, depth + 1);
  if (schema.type !== undefined) {
    const types = typeof schema.type === "string" ? [schema.type] : schema.type;
    return either(types.map((type) => typed(type, schema, resolve, depth)));
  }
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined && depth < 3)
    return either(branches.map((branch) => words(branch, resolve, depth + 1)));
  if (schema.allOf?.[0] !== undefined && depth < 3) return words(schema.allOf[0], resolve, depth + 1);
  return "value";
}

function listed(values: readonly Json[]): string {
  if (values.length === 0) return "nothing";
  if (values.length <= maxListed) return values.map(show).join(" | ");
  return `one of ${values.length} values, such as ${values.slice(0, 3).map(show).join(", ")}`;
}

function typed(type: TypeName, schema: SchemaObject, resolve: Resolve, depth: number): string {
  if (type === "integer" || type === "number") return numeric(type, schema);
  if (type === "string") return textual(schema);
  return type === "array" ? list(schema, resolve, depth) : type;
}

function list(schema: SchemaObject, resolve: Resolve, depth: number): string {
  const { items, prefixItems = [], minItems, maxItems } = schema;
  const inner = (item: Schema): string => words(item, resolve, depth + 1);
  const isTuple = prefixItems.length > 0 && prefixItems.length <= 4 && depth <= 2;
  const isPlain = items === undefined || typeof items === "boolean" || depth > 2;
  const of = isTuple ? ` [${prefixItems.map(inner).join(", ")}]` : isPlain ? "" : ` of ${inner(items)}`;
  const most = items === false ? Math.min(prefixItems.length, maxItems ?? Infinity) : maxItems;
  const sizes = range(minItems, most);
  const size = isTuple && sizes === String(prefixItems.length) ? "" : sizes;
  return `array${of}${size === "" ? "" : `, ${size} ${size === "1" || size.endsWith(" 1") ? "item" : "items"}`}`;
}

function numeric(type: TypeName, schema: SchemaObject): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = withoutImpliedBounds(schema);
  const bounds =
    minimum !== undefined && maximum !== undefined
      ? [minimum < 0 ? `${minimum} to ${maximum}` : `${minimum}–${maximum}`]
      : [
          ...(minimum === undefined ? [] : [`≥ ${minimum}`]),
          ...(exclusiveMinimum === undefined ? [] : [`> ${exclusiveMinimum}`]),
          ...(maximum === undefined ? [] : [`≤ ${maximum}`]),
          ...(exclusiveMaximum === undefined ? [] : [`< ${exclusiveMaximum}`]),
        ];
  const multiple = multipleOf === undefined ? "" : `, a multiple of ${multipleOf}`;
  // Only digits in a string reach beyond 2^53.
  const digits = isWide(schema) ? ", as digits in a string" : "";
  return `${type}${bounds.length === 0 ? "" : ` ${bounds.join(" and ")}`}${multiple}${digits}`;
}

/** How the formats that models get wrong look. */
const looks: Readonly<Record<string, string>> = {
  "date-time": '"2026-01-31T09:30:00Z"',
  date: '"2026-01-31"',
  time: '"09:30:00Z"',
  duration: '"PT1H30M"',
  email: '"ann@example.com"',
  uri: '"https://example.com/a"',
  uuid: '"123e4567-e89b-42d3-a456-426614174000"',
  ipv4: '"192.0.2.1"',
};

function textual(schema: SchemaObject): string {
  const { format, pattern, minLength, maxLength } = schema;
  const look = format === undefined ? undefined : looks[format];
  const isPlainlyFilled = minLength === 1 && maxLength === undefined;
  const kind = `${isPlainlyFilled ? "non-empty " : ""}${format === undefined ? "" : `${format} `}string`;
  const size = isPlainlyFilled ? "" : range(minLength, maxLength);
  const length =
    size === "" ? "" : ` of ${size} ${size.endsWith(" 1") || size === "1" ? "character" : "characters"}`;
  const like = look === undefined ? "" : ` like ${look}`;
  return `${kind}${length}${like}${pattern === undefined ? "" : ` matching ${pattern}`}`;
}

function either(texts: readonly string[]): string {
  return [...new Set(texts)].join(" or ");
}
