import type { Schema, SchemaObject } from "../ir.js";
import { isAnything, typesOf, valuesOf } from "./schema-facts.js";

// Prints a schema as one short line in the style of a TypeScript type. Descriptions contain this line.

type Resolve = (reference: string) => Schema | undefined;

interface Sketching {
  readonly resolve: Resolve;
  /**
   * The number of levels of objects that are printed with their properties. Deeper objects are printed as "object".
   */
  readonly deepest: number;
  /** The maximum number of values of an enum that are listed. */
  readonly values: number;
  /** The maximum number of characters of the result. */
  readonly longest: number;
  /** The references that were followed to reach the schema. If one of them occurs again, only its name is printed. */
  readonly through: readonly string[];
  /**
   * The number of schemas that may still be printed. Each schema takes a few characters, so more schemas would not fit
   * into the result. Without this limit, nested unions could grow without end.
   */
  readonly left: { count: number };
}

/** The settings that are tried in order until the result is short enough. */
const attempts = [
  { deepest: 4, values: 24 },
  { deepest: 3, values: 12 },
  { deepest: 2, values: 8 },
  { deepest: 2, values: 4 },
  { deepest: 1, values: 4 },
] as const;

/**
 * Prints a schema as one line, for example `{city: string, days?: integer}`. If the line would be too long, details
 * are left out.
 */
export function sketch(schema: Schema, resolve: Resolve = () => undefined, longest = 160): string {
  for (const attempt of attempts) {
    const text = draw(schema, start(resolve, attempt, longest), 0);
    if (text.length <= longest) return text;
  }
  return outline(schema, resolve, longest);
}

function start(resolve: Resolve, detail: Pick<Sketching, "deepest" | "values">, longest: number): Sketching {
  return { resolve, ...detail, longest, through: [], left: { count: longest / 3 } };
}

/**
 * Prints the properties of an object without the structure of their values: the required properties first, and as
 * many as fit. For a union, each branch is printed in this way.
 */
function outline(schema: Schema, resolve: Resolve, longest: number): string {
  const flat = followed(schema, resolve);
  if (typeof flat === "boolean") return flat ? "any" : "never";
  const branches = flat.properties === undefined ? (flat.anyOf ?? flat.oneOf ?? []) : [];
  if (branches.length > 0 && longest / branches.length >= 24)
    return branches.map((branch) => outline(branch, resolve, longest / branches.length - 3)).join(" | ");
  const { properties = {}, required = [] } = flat;
  const sketching = start(resolve, { deepest: 0, values: 3 }, longest);
  const isRequired = (name: string): boolean => required.includes(name);
  const names = Object.keys(properties).sort((a, b) => Number(isRequired(b)) - Number(isRequired(a)));
  const typed = names.map((name) =>
    drawField(name, properties[name] ?? true, isRequired(name), sketching, 0),
  );
  // If there is no room for the types of all required properties, only names are printed. All required names are more
  // useful than the types of some of them.
  const needed = typed.slice(0, names.filter(isRequired).length).join(", ").length;
  const fields = needed > longest ? names.map(keyText) : typed;
  const shown: string[] = [];
  let length = 4;
  for (const field of fields) {
    length += field.length + 2;
    if (length > longest) break;
    shown.push(field);
  }
  if (shown.length > 0) return `{${[...shown, ...(shown.length < fields.length ? ["…"] : [])].join(", ")}}`;
  const text = draw(schema, start(resolve, { deepest: 0, values: 3 }, longest), 0);
  return text.length <= longest ? text : shortened(text, longest);
}

/** Shortens a text, if possible at the end of a word. */
function shortened(text: string, longest: number): string {
  const cut = text.slice(0, longest - 1);
  const end = cut.search(/[\s,;:|{([]+\S*$/);
  return `${/\w/.test(text[longest - 1] ?? "") && end > longest / 2 ? cut.slice(0, end) : cut}…`;
}

function followed(schema: Schema, resolve: Resolve): Schema {
  let found = schema;
  for (let step = 0; step < 8; step += 1) {
    if (typeof found === "boolean" || found.$ref === undefined) return found;
    found = resolve(found.$ref) ?? true;
  }
  return found;
}

function draw(schema: Schema, sketching: Sketching, depth: number): string {
  sketching.left.count -= 1;
  if (sketching.left.count < 0) return "…";
  if (typeof schema === "boolean") return schema ? "any" : "never";
  if (schema.$ref !== undefined) return drawReference(schema.$ref, sketching, depth);
  if (isAnything(schema)) return "any";
  const values = valuesOf(schema);
  if (values !== undefined) return drawValues(values, sketching);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined && schema.properties === undefined)
    return [...new Set(branches.map((branch) => draw(branch, sketching, depth)))].join(" | ");
  const types = typesOf(schema);
  if (Object.keys(schema.properties ?? {}).length > 0 || (schema.required ?? []).length > 0)
    return drawObject(schema, sketching, depth);
  if (types.includes("object")) return drawMap(schema, sketching, depth);
  if (types.includes("array") || schema.items !== undefined || schema.prefixItems !== undefined)
    return drawArray(schema, sketching, depth);
  const [only] = schema.allOf ?? [];
  if (types.length === 0 && only !== undefined) return draw(only, sketching, depth);
  return [types.join(" | "), ...facets(schema)].filter((part) => part !== "").join(" ") || "value";
}

function drawReference(reference: string, sketching: Sketching, depth: number): string {
  const name = reference.split("/").at(-1) ?? "value";
  const target = sketching.through.includes(reference) ? undefined : sketching.resolve(reference);
  if (target === undefined) return name;
  return draw(target, { ...sketching, through: [...sketching.through, reference] }, depth);
}

function drawValues(values: readonly unknown[], sketching: Sketching): string {
  const shown = values.slice(0, sketching.values).map((value) => JSON.stringify(value));
  return [...shown, ...(values.length > shown.length ? ["…"] : [])].join("|");
}

function drawObject(schema: SchemaObject, sketching: Sketching, depth: number): string {
  const required = new Set(schema.required ?? []);
  const properties = schema.properties ?? {};
  if (depth >= sketching.deepest) return "object";
  const named: string[] = [];
  let length = 0;
  for (const [name, child] of Object.entries(properties)) {
    if (length > sketching.longest) break;
    const field = drawField(name, child, required.has(name), sketching, depth);
    named.push(field);
    length += field.length;
  }
  const unnamed = [...required].filter((name) => !Object.hasOwn(properties, name)).map(keyText);
  return `{${[...named, ...unnamed].join(", ")}}`;
}

function drawField(
  name: string,
  schema: Schema,
  isRequired: boolean,
  sketching: Sketching,
  depth: number,
): string {
  return `${keyText(name)}${isRequired ? "" : "?"}: ${draw(schema, sketching, depth + 1)}`;
}

function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function drawMap(schema: SchemaObject, sketching: Sketching, depth: number): string {
  const value = schema.additionalProperties || Object.values(schema.patternProperties ?? {})[0];
  return value === undefined || typeof value === "boolean" || depth >= sketching.deepest
    ? "object"
    : `{[name]: ${draw(value, sketching, depth + 1)}}`;
}

function drawArray(schema: SchemaObject, sketching: Sketching, depth: number): string {
  if (schema.prefixItems !== undefined && depth < sketching.deepest)
    return `[${schema.prefixItems.map((item) => draw(item, sketching, depth + 1)).join(", ")}]`;
  if (schema.items === undefined || depth > sketching.deepest) return "array";
  const item = draw(schema.items, sketching, depth);
  return /[ |]/.test(item) && !/^\{[^{}]*\}$/.test(item) ? `(${item})[]` : `${item}[]`;
}

/** The highest `maxLength` that is printed. No model counts further. */
const longestCounted = 1_000;

function facets(schema: SchemaObject): string[] {
  const { pattern, format, exclusiveMinimum, exclusiveMaximum, minLength } = schema;
  const [minimum, maximum] = [exactBound(schema.minimum), exactBound(schema.maximum)];
  const both = minimum !== undefined && maximum !== undefined;
  const maxLength = (schema.maxLength ?? 0) > longestCounted ? undefined : schema.maxLength;
  const bounds = [
    both ? `${minimum} to ${maximum}` : bound(">=", minimum),
    bound(">", exactBound(exclusiveMinimum)),
    both ? "" : bound("<=", maximum),
    bound("<", exactBound(exclusiveMaximum)),
  ];
  return [
    format ?? "",
    bounds.filter((part) => part !== "").join(" and "),
    lengthOf(minLength || undefined, maxLength),
    pattern === undefined ? "" : `matching ${pattern}`,
  ].filter((part) => part !== "");
}

/** Describes a length: `of 1 to 80 characters`, `of at least 1 character`. */
function lengthOf(least: number | undefined, most: number | undefined): string {
  const last = most ?? least;
  if (last === undefined) return "";
  const characters = last === 1 ? "character" : "characters";
  if (least === undefined) return `of at most ${last} ${characters}`;
  if (most === undefined) return `of at least ${last} ${characters}`;
  return `of ${least === most ? "" : `${least} to `}${most} ${characters}`;
}

function bound(sign: string, value: number | undefined): string {
  return value === undefined ? "" : `${sign} ${value}`;
}

/**
 * Returns a bound unchanged. Returns undefined for an integer beyond 2^53, because such a bound was rounded when the
 * spec was read.
 */
function exactBound(value: number | undefined): number | undefined {
  return value !== undefined && Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : value;
}
