import { distinct } from "../base/canonical.js";
import type { Json, SchemaObject, TypeName } from "../ir.js";
import { within } from "../base/origin.js";
import { showValue } from "../base/show-value.js";
import { isMapping, type Mapping, put } from "../base/mapping.js";
import type { Building } from "./read-keyword.js";
import { add, type Scope } from "./scope.js";

// This file corrects mistakes that have only one possible meaning.

/** Corrects a schema after its keywords are read. */
export function correctSchema(building: Building, scope: Scope): void {
  moveEnumToItems(building, scope);
  retypeEnum(building, scope);
  retypeConst(building, scope);
  retypeDefault(building, scope);
}

/**
 * Moves the `enum` of an array schema to its `items` if no value of the enum is a list. The author then means
 * the items.
 */
function moveEnumToItems({ schema }: Building, scope: Scope): void {
  const { enum: values, items = true } = schema;
  const types = typesOf(schema);
  if (!types.includes("array") || types.some((type) => type !== "array" && type !== "null")) return;
  if (values === undefined || values.length === 0 || schema.prefixItems !== undefined) return;
  if (values.some((value) => typeof value === "object")) return;
  if (items === false || (typeof items === "object" && (items.enum ?? items.$ref) !== undefined)) return;
  delete schema.enum;
  const inner = typeof items === "object" ? items : {};
  const retyped = retype(values, typesOf(inner)) ?? values;
  schema.items = { ...inner, enum: retyped } as SchemaObject;
  add(scope, "TP325", within(scope.origin, "enum"), { count: values.length });
}

/**
 * Converts enum values to the declared type. Generators write numbers and booleans as text, and YAML reads
 * the unquoted text `1` as a number.
 */
function retypeEnum({ schema }: Building, scope: Scope): void {
  const { enum: values } = schema;
  const types = typesOf(schema);
  const retyped = values && retype(values, types);
  if (retyped === undefined) return;
  schema.enum = retyped;
  const listed = JSON.stringify(retyped.slice(0, 5)).replace(/\]$/, retyped.length > 5 ? ",…]" : "]");
  const found = { what: "enum values are", type: types.join(" or "), read: listed } as const;
  add(scope, "TP324", within(scope.origin, "enum"), found);
}

function retypeConst({ schema }: Building, scope: Scope): void {
  if (schema.const === undefined) return;
  const types = typesOf(schema);
  const [converted] = retype([schema.const], types) ?? [];
  if (converted === undefined) return;
  schema.const = converted;
  const found = { what: "const is", type: types.join(" or "), read: JSON.stringify(converted) } as const;
  add(scope, "TP324", within(scope.origin, "const"), found);
}

/**
 * Converts a default to the declared type. A default of the right type may still be invalid, which the check
 * stage reports.
 */
function retypeDefault({ schema }: Building, scope: Scope): void {
  if (schema.default === undefined) return;
  const types = typesOf(schema);
  const [converted] = retype([schema.default], types) ?? jsonText(schema.default, types);
  if (converted === undefined) return;
  const found = { found: showValue(schema.default), read: JSON.stringify(converted) };
  schema.default = converted;
  add(scope, "TP322", within(scope.origin, "default"), found);
}

/** Parses a list or an object that is written as JSON text. */
function jsonText(value: Json, types: readonly TypeName[]): readonly Json[] {
  const isList = types.includes("array");
  if (typeof value !== "string" || types.includes("string") || (!isList && !types.includes("object")))
    return [];
  try {
    const read = JSON.parse(value) as Json;
    const isExpected = Array.isArray(read) ? isList : isMapping(read) && types.includes("object");
    return isExpected ? [read] : [];
  } catch {
    return [];
  }
}

/**
 * Converts values to the only type that their schema declares beside `null`. The result is undefined if the schema
 * declares no type or several types, or if no value changes.
 */
function retype(values: readonly Json[], types: readonly TypeName[]): readonly Json[] | undefined {
  const [type, ...others] = types.filter((one) => one !== "null");
  if (type === undefined || others.length > 0) return undefined;
  const read = values.map((value) => (isOf(value, type) ? value : (inType(value, type) ?? value)));
  if (read.every((value, index) => value === values[index])) return undefined;
  return distinct(read);
}

function isOf(value: Json, type: TypeName): boolean {
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

function inType(value: Json, type: TypeName): Json | undefined {
  if (type === "string") return typeof value === "object" ? undefined : String(value);
  if (typeof value !== "string" || value.trim() === "") return undefined;
  if (type === "boolean") return /^(?:true|false)$/i.test(value) ? value.toLowerCase() === "true" : undefined;
  const number = Number(value);
  return (type === "number" && Number.isFinite(number)) ||
    (type === "integer" && Number.isSafeInteger(number))
    ? number
    : undefined;
}

function typesOf(schema: SchemaObject): readonly TypeName[] {
  return schema.type === undefined ? [] : [schema.type].flat();
}

/**
 * Removes `required: true` and `required: false` from properties. Draft 3 has this notation. Returns all
 * properties, and the names of the properties that had `required: true`.
 */
export function extractRequired(
  properties: unknown,
  scope: Scope,
): { readonly properties: unknown; readonly required: readonly string[] } {
  if (!isMapping(properties)) return { properties, required: [] };
  const required: string[] = [];
  const plain: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const written =
      isMapping(property) && Object.hasOwn(property, "required") ? property["required"] : undefined;
    if (typeof written !== "boolean") {
      put(plain, name, property);
      continue;
    }
    if (written) required.push(name);
    const at = within(scope.origin, "properties", name, "required");
    add(scope, "TP326", at, { property: name, found: showValue(written) });
    put(plain, name, withoutRequired(property as Mapping));
  }
  return { properties: plain, required };
}

function withoutRequired(property: Mapping): Mapping {
  const copy = { ...property } as Record<PropertyKey, unknown>;
  delete copy["required"];
  return copy as Mapping;
}

/** Adds the names of properties with `required: true` to the `required` list of their object. */
export function addRequired(schema: { required?: readonly string[] }, names: readonly string[]): void {
  if (names.length > 0) schema.required = [...new Set([...(schema.required ?? []), ...names])];
}
