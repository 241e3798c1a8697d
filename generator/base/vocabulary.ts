// The keywords of JSON Schema, in one table. For each keyword, the table defines the kind of its value and the part of
// a value that it describes. All stages use this table. A new keyword is a row of this table, with its checks in
// `emit/validator/plan-*.ts` and `check/values/accepts-*.ts`.

/** The kind of a keyword's value. `ir.ts` contains the TypeScript types. */
export type Kind =
  | "schema"
  | "schemas"
  | "schema map"
  | "number"
  | "count"
  | "text"
  | "flag"
  | "texts"
  | "text lists"
  | "value"
  | "values"
  | "type"
  | "discriminator";

/**
 * The part of a value that the schemas of a keyword describe: the value itself, a property with a given name, all other
 * properties, the names of properties, the items, or some of the items. "definitions" means that the schemas describe
 * nothing until a reference points to them.
 */
export type Part = "value" | "property" | "properties" | "names" | "items" | "some items" | "definitions";

export interface Keyword {
  readonly kind: Kind;
  /** The number of the first draft that has the keyword, for example 4. `schema/drafts.ts` lists the drafts. */
  readonly since: number;
  /** The part of a value that the schemas of this keyword describe. Only keywords that contain schemas have this field. */
  readonly of?: Part;
  /** True if earlier drafts also accept a list of schemas as the value. */
  readonly listed?: true;
  /** The keyword applies only to values of this type. */
  readonly about?: "object" | "array" | "string" | "number";
  /** True if the keyword never makes a value invalid. */
  readonly annotation?: true;
  /** The keyword has an effect only beside one of these keywords. */
  readonly needs?: readonly ("if" | "contains" | "oneOf" | "anyOf")[];
  /**
   * True for `unevaluatedProperties` and `unevaluatedItems`. These keywords apply to properties or items that no
   * other keyword evaluates.
   */
  readonly leftOver?: true;
  /**
   * How the values of the keyword are combined when two schemas that both apply are merged. Three of these methods
   * need an explanation:
   * - `outer`: only the keyword of the first schema is used.
   * - `first`: the keyword of the second schema is used only if the first schema does not have it.
   * - `apart`: `schema/merge.ts` contains code for this keyword.
   * Without this field, schemas with different values of the keyword are not merged.
   */
  readonly merge?: "largest" | "smallest" | "either" | "all" | "first" | "outer" | "apart";
  /**
   * Describes the keyword in English. The text is used in expected texts, and in declarations if Gemini does not
   * support the keyword.
   */
  readonly phrase?: (value: unknown) => string;
  /** True if only the compiler sets the keyword. In a document, such a keyword is reported as unknown. */
  readonly internal?: true;
  /**
   * True if `readSchema` ignores the keyword without a report, because it structures a document or is meant for other
   * programs.
   */
  readonly silent?: true;
}

/** The keywords of the normal form. `keywordsWhere` returns keywords in this order. */
export const normalKeywords = {
  title: { kind: "text", since: 4, annotation: true, merge: "outer" },
  description: { kind: "text", since: 4, annotation: true, merge: "first" },
  deprecated: { kind: "flag", since: 4, annotation: true, merge: "either" },
  readOnly: { kind: "flag", since: 4, annotation: true, merge: "either" },
  writeOnly: { kind: "flag", since: 4, annotation: true, merge: "either" },
  default: { kind: "value", since: 4, annotation: true, merge: "first" },
  examples: { kind: "values", since: 4, annotation: true, merge: "outer" },
  type: { kind: "type", since: 4, merge: "apart" },
  format: { kind: "text", since: 4, about: "string" },
  contentEncoding: {
    kind: "text",
    since: 4,
    about: "string",
    annotation: true,
    merge: "first",
    phrase: (encoding) => `encoded as ${String(encoding)}`,
  },
  contentMediaType: {
    kind: "text",
    since: 4,
    about: "string",
    annotation: true,
    merge: "first",
    phrase: (type) => `holds ${String(type)}`,
  },
  enum: { kind: "values", since: 4, merge: "apart" },
  const: { kind: "value", since: 6, merge: "apart" },
  minLength: { kind: "count", since: 4, about: "string", merge: "largest" },
  maxLength: { kind: "count", since: 4, about: "string", merge: "smallest" },
  pattern: { kind: "text", since: 4, about: "string" },
  /**
   * The maximum number of characters of a text to which `pattern` is applied. Only schemas of foreign documents have
   * this keyword, because the service of the document checks longer texts.
   */
  patternUpTo: { kind: "count", since: 4, about: "string", internal: true },
  minimum: { kind: "number", since: 4, about: "number", merge: "largest" },
  maximum: { kind: "number", since: 4, about: "number", merge: "smallest" },
  exclusiveMinimum: { kind: "number", since: 4, about: "number", merge: "largest" },
  exclusiveMaximum: { kind: "number", since: 4, about: "number", merge: "smallest" },
  multipleOf: {
    kind: "number",
    since: 4,
    about: "number",
    merge: "apart",
    phrase: (step) => `a multiple of ${String(step)}`,
  },
  properties: { kind: "schema map", since: 4, of: "property", about: "object", merge: "apart" },
  required: { kind: "texts", since: 4, about: "object", merge: "all" },
  patternProperties: { kind: "schema map", since: 4, of: "properties", about: "object", merge: "apart" },
  additionalProperties: { kind: "schema", since: 4, of: "properties", about: "object", merge: "apart" },
  propertyNames: { kind: "schema", since: 6, of: "names", about: "object", merge: "apart" },
  minProperties: { kind: "count", since: 4, about: "object", merge: "largest" },
  maxProperties: { kind: "count", since: 4, about: "object", merge: "smallest" },
  dependentRequired: { kind: "text lists", since: 8, about: "object", merge: "apart" },
  dependentSchemas: { kind: "schema map", since: 8, of: "value", about: "object", merge: "apart" },
  unevaluatedProperties: { kind: "schema", since: 8, of: "properties", about: "object", leftOver: true },
  prefixItems: { kind: "schemas", since: 9, of: "items", about: "array", merge: "apart" },
  items: { kind: "schema", since: 4, of: "items", listed: true, about: "array", merge: "apart" },
  minItems: { kind: "count", since: 4, about: "array", merge: "largest" },
  maxItems: { kind: "count", since: 4, about: "array", merge: "smallest" },
  uniqueItems: {
    kind: "flag",
    since: 4,
    about: "array",
    merge: "either",
    phrase: (unique) => (unique === true ? "no item twice" : ""),
  },
  contains: { kind: "schema", since: 6, of: "some items", about: "array" },
  minContains: { kind: "count", since: 8, about: "array", needs: ["contains"] },
  maxContains: { kind: "count", since: 8, about: "array", needs: ["contains"] },
  unevaluatedItems: { kind: "schema", since: 8, of: "items", about: "array", leftOver: true },
  allOf: { kind: "schemas", since: 4, of: "value", merge: "apart" },
  anyOf: { kind: "schemas", since: 4, of: "value" },
  oneOf: { kind: "schemas", since: 4, of: "value" },
  not: { kind: "schema", since: 4, of: "value" },
  if: { kind: "schema", since: 7, of: "value" },
  then: { kind: "schema", since: 7, of: "value", needs: ["if"] },
  else: { kind: "schema", since: 7, of: "value", needs: ["if"] },
  discriminator: {
    kind: "discriminator",
    since: 4,
    annotation: true,
    needs: ["oneOf", "anyOf"],
    merge: "apart",
  },
  $ref: { kind: "text", since: 4 },
} as const satisfies Readonly<Record<string, Keyword>>;

/** Keywords of drafts and dialects that the normal form does not contain. */
const foreignKeywords = {
  example: { kind: "value", since: 4, annotation: true },
  nullable: { kind: "flag", since: 4 },
  propertyOrdering: { kind: "texts", since: 4, annotation: true },
  dependencies: { kind: "schema map", since: 4, of: "value", about: "object" },
  additionalItems: { kind: "schema", since: 4, of: "items", about: "array" },
  $dynamicRef: { kind: "text", since: 9 },
  $recursiveRef: { kind: "text", since: 8 },
  $schema: { kind: "text", since: 4, silent: true },
  $id: { kind: "text", since: 4, silent: true },
  id: { kind: "text", since: 4, silent: true },
  $anchor: { kind: "text", since: 4, silent: true },
  $dynamicAnchor: { kind: "text", since: 4, silent: true },
  $recursiveAnchor: { kind: "flag", since: 4, silent: true },
  $vocabulary: { kind: "value", since: 4, silent: true },
  $comment: { kind: "text", since: 4, silent: true },
  $defs: { kind: "schema map", since: 4, of: "definitions", silent: true },
  definitions: { kind: "schema map", since: 4, of: "definitions", silent: true },
  contentSchema: { kind: "schema", since: 4, of: "definitions", silent: true },
  externalDocs: { kind: "value", since: 4, silent: true },
  xml: { kind: "value", since: 4, silent: true },
} as const satisfies Readonly<Record<string, Keyword>>;

/**
 * The keywords that readers look for first. A written schema begins with them, in this order. All other keywords follow
 * by name.
 */
export const writtenFirst = [
  ...(["$ref", "type", "title", "description", "const", "enum", "format"] as const),
  ...(["pattern", "minLength", "maxLength"] as const),
  ...(["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "default"] as const),
  ...(["properties", "required", "patternProperties", "additionalProperties"] as const),
  ...(["prefixItems", "items", "minItems", "maxItems", "uniqueItems"] as const),
  ...(["anyOf", "oneOf", "allOf"] as const),
] satisfies readonly NormalKeyword[];

export type NormalKeyword = keyof typeof normalKeywords;

/** The same table as `normalKeywords`, with a type in which every row may have every field. */
export const normalForm: Readonly<Record<NormalKeyword, Keyword>> = normalKeywords;

const normalNames = Object.keys(normalForm) as readonly NormalKeyword[];

/** All keywords by name. */
export const vocabulary: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ...Object.entries(normalForm),
  ...Object.entries(foreignKeywords),
]);

/** Returns the keywords of the normal form that pass a test, in the order of the table. */
export function keywordsWhere(test: (keyword: Keyword, name: NormalKeyword) => boolean): NormalKeyword[] {
  return normalNames.filter((name) => test(normalForm[name], name));
}

/** The keywords that have no influence on which values are valid, or on the meaning of other keywords. */
export const annotations: ReadonlySet<string> = new Set(
  [...vocabulary].flatMap(([name, keyword]) => (isAnnotation(keyword) ? [name] : [])),
);

function isAnnotation({ annotation, needs }: Keyword): boolean {
  return annotation === true && needs === undefined;
}

/** The keywords whose schemas apply to the same value as the keyword, for values of any type. */
export const inPlaceKeywords: ReadonlySet<string> = new Set<string>([
  "$ref",
  ...keywordsWhere(({ of, about }) => of === "value" && about === undefined),
]);

/** Returns the type to which the keywords of a schema apply. Callers use this type for schemas without `type`. */
export function impliedType(schema: object): "object" | "array" | "string" | "number" | undefined {
  return (["object", "array", "string", "number"] as const).find((type) =>
    keywordsAbout[type].some((name) => Object.hasOwn(schema, name)),
  );
}

const keywordsAbout = {
  object: keywordsWhere(({ about }) => about === "object"),
  array: keywordsWhere(({ about }) => about === "array"),
  string: keywordsWhere(({ about }) => about === "string"),
  number: keywordsWhere(({ about }) => about === "number"),
};
