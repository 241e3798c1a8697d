import type { Parsed } from "./message.js";
import { type Context, refuseField } from "./refusal.js";
import { breach } from "./texts.js";

// The rules of `Schema` that parsing alone does not enforce.

export function checkSchema(schema: Parsed, path: string, context: Context): void {
  for (const rule of rules) rule(schema, path, context);
  forEachChild(schema, path, (child, at) => {
    if (!isEmptyItems(child, at)) checkSchema(child, at, context);
  });
}

type Rule = (schema: Parsed, path: string, context: Context) => void;

const rules: readonly Rule[] = [
  hasTypeOrUnion,
  standsAlone,
  arrayHasItems,
  objectHasProperties,
  namesAreDefined,
  enumIsSound,
  formatIsSound,
  argumentNamesAreSound,
];

function hasTypeOrUnion(schema: Parsed, path: string, context: Context): void {
  const typed = schema.type !== undefined && schema.type !== "TYPE_UNSPECIFIED";
  if (!typed && schema.anyOf === undefined && schema.ref === undefined)
    refuseField(context, `${path}.type`, breach("typeMissing"));
}

function standsAlone(schema: Parsed, path: string, context: Context): void {
  if (schema.anyOf === undefined) return;
  const beside = Object.keys(schema).filter((name) => name !== "anyOf" && name !== "defs");
  if (beside.length > 0) refuseField(context, path, breach("besideAnyOf"));
}

function arrayHasItems(schema: Parsed, path: string, context: Context): void {
  if (schema.type === "ARRAY" && schema.items === undefined)
    refuseField(context, `${path}.items`, breach("itemsMissing"));
}

/** An empty map and an absent one are the same to Gemini. */
function objectHasProperties(schema: Parsed, path: string, context: Context): void {
  const properties = propertiesOf(schema);
  if (schema.type === "OBJECT" && properties.size === 0 && schema.additionalProperties === undefined)
    refuseField(context, `${path}.properties`, breach("emptyProperties"));
}

function namesAreDefined(schema: Parsed, path: string, context: Context): void {
  const properties = propertiesOf(schema);
  for (const [field, spelled] of [
    ["required", "required"],
    ["propertyOrdering", "property_ordering"],
  ] as const) {
    ((schema[field] ?? []) as readonly string[]).forEach((name, index) => {
      if (!properties.has(name))
        refuseField(context, `${path}.${spelled}[${index}]`, breach("propertyUndefined"));
    });
  }
}

function enumIsSound(schema: Parsed, path: string, context: Context): void {
  const values = (schema.enum ?? []) as readonly string[];
  if (schema.enum !== undefined && !allowsEnum(schema))
    refuseField(context, `${path}.enum`, breach("enumOutsideString"));
  if (values.length === 0 && (schema.enum !== undefined || schema.format === "enum"))
    refuseField(context, `${path}.enum`, breach("enumEmpty"));
  values.forEach((value, index) => {
    if (value === "") refuseField(context, `${path}.enum[${index}]`, breach("enumValueEmpty"));
  });
}

function allowsEnum(schema: Parsed): boolean {
  return (
    schema.type === "STRING" ||
    (schema.format === "enum" && (schema.type === "INTEGER" || schema.type === "NUMBER"))
  );
}

function formatIsSound(schema: Parsed, path: string, context: Context): void {
  if (context.limits.formats === "any" || schema.type !== "STRING" || schema.format === undefined) return;
  if (schema.format !== "enum" && schema.format !== "date-time")
    refuseField(context, `${path}.format`, breach("stringFormat"));
}

function argumentNamesAreSound(schema: Parsed, path: string, context: Context): void {
  if (context.limits.argumentNames === "any") return;
  for (const name of propertiesOf(schema).keys()) {
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name))
      refuseField(context, `${path}.properties[${name}]`, breach("argumentName"));
  }
}

/** Levels of a schema, itself included. */
export function depthOf(schema: Parsed): number {
  let deepest = 0;
  forEachChild(schema, "", (child) => {
    deepest = Math.max(deepest, depthOf(child));
  });
  return deepest + 1;
}

/**
 * A rough measure of the grammar a schema makes: text of names and enum values, bounds and formats,
 * the inside of an array once for each item it may have.
 */
export function statesOf(schema: Parsed): number {
  const text = [...propertiesOf(schema).keys(), ...((schema.enum ?? []) as readonly string[])];
  let states = 1 + text.reduce((sum, word) => sum + word.length, 0);
  for (const field of ["minimum", "maximum", "minLength", "maxLength", "pattern", "format"]) {
    if (schema[field] !== undefined) states += 16;
  }
  let inside = 0;
  forEachChild(schema, "", (child) => {
    inside += statesOf(child);
  });
  const repeated = schema.type === "ARRAY" ? Math.max(1, Number(schema.maxItems ?? schema.minItems ?? 1)) : 1;
  return states + inside * repeated;
}

function forEachChild(schema: Parsed, path: string, visit: (child: Parsed, path: string) => void): void {
  if (schema.items !== undefined) visit(schema.items as Parsed, `${path}.items`);
  for (const [name, child] of propertiesOf(schema)) visit(child, `${path}.properties[${name}]`);
  ((schema.anyOf ?? []) as readonly Parsed[]).forEach((child, index) => {
    visit(child, `${path}.any_of[${index}]`);
  });
  for (const [name, child] of (schema.defs ?? new Map()) as ReadonlyMap<string, Parsed>)
    visit(child, `${path}.defs[${name}]`);
}

function propertiesOf(schema: Parsed): ReadonlyMap<string, Parsed> {
  return (schema.properties ?? new Map()) as ReadonlyMap<string, Parsed>;
}

/** `items: {}` is the one place where a schema may say nothing. */
function isEmptyItems(child: Parsed, path: string): boolean {
  return path.endsWith(".items") && Object.keys(child).length === 0;
}
