import type { Parsed } from "./message.js";
import { type Context, refuseField } from "./refusal.js";
import { breach } from "./texts.js";

// Checks the rules for `Schema` that parsing does not check.

export function checkSchema(schema: Parsed, path: string, context: Context): void {
  for (const rule of rules) rule(schema, path, context);
  forEachChild(schema, path, (child, at) => {
    if (!isEmptyItems(child, at)) checkSchema(child, at, context);
  });
}

type Rule = (schema: Parsed, path: string, context: Context) => void;

const rules: readonly Rule[] = [
  checkTypeOrUnion,
  checkAnyOfAlone,
  checkItems,
  checkProperties,
  checkDefinedNames,
  checkEnum,
  checkFormat,
  checkArgumentNames,
];

function checkTypeOrUnion(schema: Parsed, path: string, context: Context): void {
  const typed = schema.type !== undefined && schema.type !== "TYPE_UNSPECIFIED";
  if (!typed && schema.anyOf === undefined && schema.ref === undefined)
    refuseField(context, `${path}.type`, breach("typeMissing"));
}

function checkAnyOfAlone(schema: Parsed, path: string, context: Context): void {
  if (schema.anyOf === undefined) return;
  const otherFields = Object.keys(schema).filter((name) => name !== "anyOf" && name !== "defs");
  if (otherFields.length > 0) refuseField(context, path, breach("besideAnyOf"));
}

function checkItems(schema: Parsed, path: string, context: Context): void {
  if (schema.type === "ARRAY" && schema.items === undefined)
    refuseField(context, `${path}.items`, breach("itemsMissing"));
}

/** Checks that an object has properties. Gemini treats an empty map of properties like a missing one. */
function checkProperties(schema: Parsed, path: string, context: Context): void {
  const properties = propertiesOf(schema);
  if (schema.type === "OBJECT" && properties.size === 0 && schema.additionalProperties === undefined)
    refuseField(context, `${path}.properties`, breach("emptyProperties"));
}

function checkDefinedNames(schema: Parsed, path: string, context: Context): void {
  const properties = propertiesOf(schema);
  for (const [field, snakeName] of [
    ["required", "required"],
    ["propertyOrdering", "property_ordering"],
  ] as const) {
    ((schema[field] ?? []) as readonly string[]).forEach((name, index) => {
      if (!properties.has(name))
        refuseField(context, `${path}.${snakeName}[${index}]`, breach("propertyUndefined"));
    });
  }
}

function checkEnum(schema: Parsed, path: string, context: Context): void {
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

function checkFormat(schema: Parsed, path: string, context: Context): void {
  if (context.limits.formats === "any" || schema.type !== "STRING" || schema.format === undefined) return;
  if (schema.format !== "enum" && schema.format !== "date-time")
    refuseField(context, `${path}.format`, breach("stringFormat"));
}

function checkArgumentNames(schema: Parsed, path: string, context: Context): void {
  if (context.limits.argumentNames === "any") return;
  for (const name of propertiesOf(schema).keys()) {
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name))
      refuseField(context, `${path}.properties[${name}]`, breach("argumentName"));
  }
}

/** Returns the number of levels of a schema, including the schema itself. */
export function depthOf(schema: Parsed): number {
  let deepest = 0;
  forEachChild(schema, "", (child) => {
    deepest = Math.max(deepest, depthOf(child));
  });
  return deepest + 1;
}

/**
 * Estimates the size of the grammar that Gemini makes of a schema. Names, enum values, bounds and formats make the
 * grammar larger. The items of an array count as often as the array may contain them.
 */
export function statesOf(schema: Parsed): number {
  const text = [...propertiesOf(schema).keys(), ...((schema.enum ?? []) as readonly string[])];
  let states = 1 + text.reduce((sum, word) => sum + word.length, 0);
  for (const field of ["minimum", "maximum", "minLength", "maxLength", "pattern", "format"]) {
    if (schema[field] !== undefined) states += 16;
  }
  let contentStates = 0;
  forEachChild(schema, "", (child) => {
    contentStates += statesOf(child);
  });
  const maxRepeats =
    schema.type === "ARRAY" ? Math.max(1, Number(schema.maxItems ?? schema.minItems ?? 1)) : 1;
  return states + contentStates * maxRepeats;
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

/** Returns whether a schema is `items: {}`, the only empty schema that Gemini accepts. */
function isEmptyItems(child: Parsed, path: string): boolean {
  return path.endsWith(".items") && Object.keys(child).length === 0;
}
