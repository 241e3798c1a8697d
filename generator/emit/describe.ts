import { formats } from "../base/formats.js";
import { isWide, withoutImpliedBounds } from "../base/int64.js";
import { showJson } from "../base/show-value.js";
import { impliedType, keywordsWhere, type NormalKeyword, normalForm } from "../base/vocabulary.js";
import type { Json, Schema, SchemaObject, TypeName } from "../ir.js";
import { defName } from "./reach.js";

export type Resolve = (def: string) => Schema;

/** The maximum number of values of an enum that are listed. */
const maxListed = 12;
const maxText = 160;
/** The maximum number of properties of a forbidden object that are named. */
const maxMembers = 6;

/** Describes the expected value in a few words, for example `integer 1–16`. */
export function describe(schema: Schema, resolve: Resolve, depth = 0): string {
  const text = words(schema, resolve, depth);
  return text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text;
}

/** Returns `1–5`, `at least 1`, `at most 5` or an empty text. */
export function range(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && least > 0) {
    if (most === undefined) return `at least ${least}`;
    return least === most ? `${least}` : `${least}–${most}`;
  }
  return most === undefined ? "" : `at most ${most}`;
}

function words(schema: Schema, resolve: Resolve, depth: number): string {
  if (typeof schema === "boolean") return schema ? "any value" : "nothing";
  if (schema.const !== undefined) return showJson(schema.const);
  if (schema.enum !== undefined) return listed(schema.enum);
  if (schema.$ref !== undefined)
    return depth > 6 ? "value" : words(resolve(defName(schema.$ref)), resolve, depth + 1);
  if (schema.type !== undefined) {
    const types = typeof schema.type === "string" ? [schema.type] : schema.type;
    return either(types.map((type) => typed(type, schema, resolve, depth)));
  }
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined && depth < 3) {
    const values = branches.map(valuesOf);
    if (values.every((list) => list !== undefined)) return listed(values.flat());
    return either(branches.map((branch) => words(branch, resolve, depth + 1)));
  }
  if (schema.allOf?.[0] !== undefined && depth < 3) return words(schema.allOf[0], resolve, depth + 1);
  if (schema.not !== undefined && depth < 3) return `anything but ${words(schema.not, resolve, depth + 1)}`;
  const implied = formats.get(schema.format ?? "")?.type === "number" ? "number" : impliedType(schema);
  return implied === undefined ? "value" : typed(implied, schema, resolve, depth);
}

/** Returns the values of `const` or `enum`. */
function valuesOf(schema: Schema): readonly Json[] | undefined {
  if (typeof schema === "boolean") return undefined;
  return schema.const === undefined ? schema.enum : [schema.const];
}

function listed(values: readonly Json[]): string {
  if (values.length === 0) return "nothing";
  const all = values.map(showJson).join(" | ");
  if (values.length <= maxListed && all.length <= maxText) return all;
  return `one of ${values.length} values, such as ${values.slice(0, 3).map(showJson).join(", ")}`;
}

function typed(type: TypeName, schema: SchemaObject, resolve: Resolve, depth: number): string {
  if (type === "integer" || type === "number") return numeric(type, schema);
  if (type === "string") return textual(schema);
  return type === "array" ? list(schema, resolve, depth) : type;
}

/**
 * Describes a value that a schema forbids. The description of an object names the properties that the forbidden object
 * has.
 */
export function describeForbidden(schema: Schema, resolve: Resolve): string {
  const text = describe(schema, resolve);
  if (text !== "object" || typeof schema === "boolean") return text;
  const { properties = {}, required = [] } = schema;
  const described = Object.entries(properties).map(
    ([name, property]) => `${showJson(name)}: ${describe(property, resolve)}`,
  );
  const named = required.filter((name) => !Object.hasOwn(properties, name)).map(showJson);
  const members = [...named, ...described];
  return members.length === 0 || members.length > maxMembers ? text : `object with ${members.join(", ")}`;
}

function list(schema: SchemaObject, resolve: Resolve, depth: number): string {
  const { items, prefixItems = [], minItems, maxItems } = schema;
  const inner = (item: Schema): string => {
    const text = words(item, resolve, depth + 1);
    return text.includes(" or ") ? `(${text})` : text;
  };
  const isTuple = prefixItems.length > 0 && prefixItems.length <= 4 && depth <= 2;
  const isPlain = items === undefined || typeof items === "boolean" || depth > 2;
  const of = isTuple ? ` [${prefixItems.map(inner).join(", ")}]` : isPlain ? "" : ` of ${inner(items)}`;
  const most = items === false ? Math.min(prefixItems.length, maxItems ?? Infinity) : maxItems;
  const sizes = range(minItems, most);
  const size = isTuple && sizes === String(prefixItems.length) ? "" : sizes;
  return `array${of}${size === "" ? "" : `, ${size} ${size === "1" || size.endsWith(" 1") ? "item" : "items"}`}`;
}

function numeric(name: TypeName, original: SchemaObject): string {
  const isInt32 = original.format === "int32";
  const schema = isInt32 ? withInt32(original) : original;
  const type = isInt32 ? "integer" : name;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = withoutImpliedBounds(schema);
  const bounds =
    minimum !== undefined && maximum !== undefined
      ? [minimum < 0 ? `from ${minimum} to ${maximum}` : `${minimum}–${maximum}`]
      : [
          ...(minimum === undefined ? [] : [`≥ ${minimum}`]),
          ...(exclusiveMinimum === undefined ? [] : [`> ${exclusiveMinimum}`]),
          ...(maximum === undefined ? [] : [`≤ ${maximum}`]),
          ...(exclusiveMaximum === undefined ? [] : [`< ${exclusiveMaximum}`]),
        ];
  // JSON numbers beyond 2^53 lose digits, so the model must send a large 64-bit integer as digits in a string.
  const digits = isWide(schema) ? ", as digits in a string" : "";
  return `${type}${bounds.length === 0 ? "" : ` ${bounds.join(" and ")}`}${phrasesOf(schema, "number")}${digits}`;
}

/**
 * Adds the limits of a 32-bit integer to the bounds of a schema. A schema with an exclusive bound is returned
 * unchanged.
 */
function withInt32(schema: SchemaObject): SchemaObject {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (exclusiveMinimum !== undefined || exclusiveMaximum !== undefined) return schema;
  const least = minimum ?? -(2 ** 31);
  return {
    ...schema,
    minimum: Math.max(least, -(2 ** 31)),
    maximum: Math.min(maximum ?? Infinity, 2 ** 31 - 1),
  };
}

/** Examples of formats for which models often write an invalid value. */
const looks: Readonly<Record<string, string>> = {
  "date-time": '"2026-01-31T09:30:00Z"',
  date: '"2026-01-31"',
  time: '"09:30:00Z"',
  "date-time-local": '"2026-01-31T09:30:00"',
  "time-local": '"09:30:00"',
  "iso-date-time": '"2026-01-31T09:30:00"',
  "iso-time": '"09:30:00"',
  duration: '"PT1H30M"',
  email: '"ann@example.com"',
  uri: '"https://example.com/a"',
  uuid: '"123e4567-e89b-42d3-a456-426614174000"',
  ipv4: '"192.0.2.1"',
};

function textual(schema: SchemaObject): string {
  const { pattern, minLength, maxLength } = schema;
  const format = formatOfText(schema);
  const look = format === undefined ? undefined : looks[format];
  const isPlainlyFilled = minLength === 1 && maxLength === undefined;
  const kind = `${isPlainlyFilled ? "non-empty " : ""}${format === undefined ? "" : `${format} `}string`;
  const size = isPlainlyFilled ? "" : range(minLength, maxLength);
  const length =
    size === "" ? "" : ` of ${size} ${size.endsWith(" 1") || size === "1" ? "character" : "characters"}`;
  const like = look === undefined ? "" : ` like ${look}`;
  return `${kind}${length}${like}${pattern === undefined ? "" : ` matching ${pattern}`}${phrasesOf(schema, "string")}`;
}

const phrased = { number: phrasedOf("number"), string: phrasedOf("string") };

/**
 * Returns the keywords for strings or for numbers. Annotations, and keywords without a `phrase` in the vocabulary, are
 * excluded.
 */
function phrasedOf(type: "number" | "string"): readonly NormalKeyword[] {
  return keywordsWhere(
    ({ about, annotation, phrase }) => about === type && annotation !== true && phrase !== undefined,
  );
}

function phrasesOf(schema: SchemaObject, type: "number" | "string"): string {
  return phrased[type]
    .filter((keyword) => schema[keyword] !== undefined)
    .map((keyword) => `, ${normalForm[keyword].phrase?.(schema[keyword]) ?? ""}`)
    .join("");
}

/**
 * Returns the format of a string schema. Formats of plain numbers are ignored. In a schema with several types,
 * formats of 64-bit integers are ignored too, because they apply to its numbers.
 */
function formatOfText({ format, type }: SchemaObject): string | undefined {
  if (format === undefined || /^(?:int32|float|double)$/.test(format)) return undefined;
  return Array.isArray(type) && formats.get(format)?.type === "number" ? undefined : format;
}

function either(texts: readonly string[]): string {
  return [...new Set(texts)].join(" or ");
}
