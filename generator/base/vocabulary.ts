// The keywords of JSON Schema: the kind of their values and what they describe. Readers, walkers, merges, checks and writers use this
// table. A new keyword is a row here, and its check in `emit/validator/plan-*.ts` and `check/values/accepts-*.ts`.

/** The kind of a keyword's value. `ir.ts` has the types. */
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
 * The subject of the schemas of a keyword: the value itself, a property by its name, properties of any other name,
 * the names of properties, items, some of the items, or nothing until something refers to them.
 */
export type Part = "value" | "property" | "properties" | "names" | "items" | "some items" | "definitions";

export interface Keyword {
  readonly kind: Kind;
  /** The age of the first draft that has the keyword (see `schema/drafts.ts`). */
  readonly since: number;
  /** Set if the value contains schemas. */
  readonly of?: Part;
  /** Earlier drafts also accept a list of schemas. */
  readonly listed?: true;
  /** The only type whose values it describes. */
  readonly about?: "object" | "array" | "string" | "number";
  /** No value is invalid because of it. */
  readonly annotation?: true;
  /** It has an effect only beside one of these. */
  readonly needs?: readonly ("if" | "contains" | "oneOf" | "anyOf")[];
  /** It applies to the parts of a value that the keywords beside it do not evaluate. */
  readonly leftOver?: true;
  /**
   * How two schemas that both apply are merged. `outer`: only the first schema's value; `first`: the second's if the first has none;
   * `apart`: `schema/merge.ts` has code for it. Without this field two different values stay in two schemas.
   */
  readonly merge?: "largest" | "smallest" | "either" | "all" | "first" | "outer" | "apart";
  /** Describes the keyword to the model if Gemini does not have it: in expectations, and as a sentence in declarations. */
  readonly phrase?: (value: unknown) => string;
  /** Set by the compiler. Documents cannot contain it. */
  readonly internal?: true;
  /** It structures a document or is for other programs: `readSchema` ignores it without a report. */
  readonly silent?: true;
}

/** The keywords of the normal form, in its order. */
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
  /** Longer texts are not matched against `pattern`. Only foreign documents get it, because their service checks these texts. */
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

/** Keywords of drafts and dialects that the normal form writes in another way. */
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

/** Keywords that readers look for first. Written schemas have them in this order, then the others by name. */
export const writtenFirst = [
  ...(["$ref", "type", "title", "description", "const", "enum", "format"] as const),
  ...(["pattern", "minLength", "maxLength"] as const),
  ...(["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "default"] as const),
  ...(["properties", "required", "patternProperties", "additionalProperties"] as const),
  ...(["prefixItems", "items", "minItems", "maxItems", "uniqueItems"] as const),
  ...(["anyOf", "oneOf", "allOf"] as const),
] satisfies readonly NormalKeyword[];

export type NormalKeyword = keyof typeof normalKeywords;

/** The same table, typed so that every row may have every field. */
export const normalForm: Readonly<Record<NormalKeyword, Keyword>> = normalKeywords;

const normalNames = Object.keys(normalForm) as readonly NormalKeyword[];

/** Every keyword by its name. */
export const vocabulary: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ...Object.entries(normalForm),
  ...Object.entries(foreignKeywords),
]);

/** The keywords of the normal form that pass a test, in the order of the table. */
export function keywordsWhere(test: (keyword: Keyword, name: NormalKeyword) => boolean): NormalKeyword[] {
  return normalNames.filter((name) => test(normalForm[name], name));
}

/** Keywords that change neither the valid values nor the meaning of another keyword. */
export const annotations: ReadonlySet<string> = new Set(
  [...vocabulary].flatMap(([name, keyword]) => (isAnnotation(keyword) ? [name] : [])),
);

function isAnnotation({ annotation, needs }: Keyword): boolean {
  return annotation === true && needs === undefined;
}

/** Keywords whose schemas apply to the same value, of any type. */
export const inPlaceKeywords: ReadonlySet<string> = new Set<string>([
  "$ref",
  ...keywordsWhere(({ of, about }) => of === "value" && about === undefined),
]);

/** The type that the keywords of a schema describe, for schemas without `type`. */
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
