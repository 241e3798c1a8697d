import type { Schema, SchemaObject } from "../ir.js";
import { isAnything, typesOf, valuesOf } from "./schema-facts.js";

// A schema in one short line, for descriptions.

const longest = 160;
const deepest = 3;

/** A schema in one short line, for descriptions: `{"city": string, "days"?: integer}`. */
export function sketch(schema: Schema): string {
  const text = draw(schema, 0);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function draw(schema: Schema, depth: number): string {
  if (typeof schema === "boolean") return schema ? "any value" : "nothing";
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "value";
  if (isAnything(schema)) return "any value";
  const values = valuesOf(schema);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined && schema.properties === undefined)
    return branches.map((branch) => draw(branch, depth)).join(" | ");
  const types = typesOf(schema);
  if (Object.keys(schema.properties ?? {}).length > 0 || (schema.required ?? []).length > 0)
    return drawObject(schema, depth);
  if (types.includes("object")) return drawMap(schema, depth);
  if (types.includes("array") || schema.items !== undefined || schema.prefixItems !== undefined)
    return drawArray(schema, depth);
  return [types.join(" | "), ...facets(schema)].filter((part) => part !== "").join(" ") || "value";
}

function drawObject(schema: SchemaObject, depth: number): string {
  const required = new Set(schema.required ?? []);
  const properties = schema.properties ?? {};
  if (depth >= deepest) return "object";
  const named = Object.entries(properties).map(
    ([name, child]) => `${JSON.stringify(name)}${required.has(name) ? "" : "?"}: ${draw(child, depth + 1)}`,
  );
  const unnamed = [...required]
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => JSON.stringify(name));
  return `{${[...named, ...unnamed].join(", ")}}`;
}

function drawMap(schema: SchemaObject, depth: number): string {
  const value = schema.additionalProperties || Object.values(schema.patternProperties ?? {})[0];
  return value === undefined || typeof value === "boolean" || depth >= deepest
    ? "object"
    : `{name: ${draw(value, depth + 1)}}`;
}

function drawArray(schema: SchemaObject, depth: number): string {
  if (schema.prefixItems !== undefined && depth < deepest)
    return `[${schema.prefixItems.map((item) => draw(item, depth + 1)).join(", ")}]`;
  return schema.items === undefined || depth >= deepest ? "array" : `[${draw(schema.items, depth + 1)}, …]`;
}

function facets(schema: SchemaObject): string[] {
  const { pattern, format, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  return [
    pattern === undefined ? "" : `matching ${pattern}`,
    format ?? "",
    bound(">=", minimum),
    bound(">", exclusiveMinimum),
    bound("<=", maximum),
    bound("<", exclusiveMaximum),
    schema.minLength === undefined ? "" : `of ${schema.minLength} characters or more`,
    schema.maxLength === undefined ? "" : `of ${schema.maxLength} characters or fewer`,
  ].filter((part) => part !== "");
}

/** Whole numbers beyond 2^53 were rounded when they were read, and exclude nothing that a tool could get. */
function bound(sign: string, value: number | undefined): string {
  if (value === undefined || (Number.isInteger(value) && !Number.isSafeInteger(value))) return "";
  return `${sign} ${value}`;
}
