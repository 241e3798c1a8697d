/** What the value of a keyword must be. */
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
  | "special";

export interface Keyword {
  readonly kind: Kind;
  /** Age of the first draft that has it (see `drafts.ts`). */
  readonly since: number;
  /** Says nothing about which values are valid. */
  readonly annotation?: true;
}

/** Every keyword with an effect, in the order of the normal form. */
export const keywords: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ["title", { kind: "text", since: 4, annotation: true }],
  ["description", { kind: "text", since: 4, annotation: true }],
  ["deprecated", { kind: "flag", since: 4, annotation: true }],
  ["readOnly", { kind: "flag", since: 4, annotation: true }],
  ["writeOnly", { kind: "flag", since: 4, annotation: true }],
  ["default", { kind: "special", since: 4, annotation: true }],
  ["examples", { kind: "special", since: 4, annotation: true }],
  ["example", { kind: "special", since: 4, annotation: true }],
  ["type", { kind: "special", since: 4 }],
  ["format", { kind: "text", since: 4 }],
  ["contentEncoding", { kind: "text", since: 4, annotation: true }],
  ["contentMediaType", { kind: "text", since: 4, annotation: true }],
  ["enum", { kind: "values", since: 4 }],
  ["const", { kind: "value", since: 6 }],
  ["minLength", { kind: "count", since: 4 }],
  ["maxLength", { kind: "count", since: 4 }],
  ["pattern", { kind: "special", since: 4 }],
  ["minimum", { kind: "number", since: 4 }],
  ["maximum", { kind: "number", since: 4 }],
  ["exclusiveMinimum", { kind: "special", since: 4 }],
  ["exclusiveMaximum", { kind: "special", since: 4 }],
  ["multipleOf", { kind: "special", since: 4 }],
  ["properties", { kind: "schema map", since: 4 }],
  ["required", { kind: "texts", since: 4 }],
  ["patternProperties", { kind: "special", since: 4 }],
  ["additionalProperties", { kind: "schema", since: 4 }],
  ["propertyNames", { kind: "schema", since: 6 }],
  ["minProperties", { kind: "count", since: 4 }],
  ["maxProperties", { kind: "count", since: 4 }],
  ["dependentRequired", { kind: "text lists", since: 8 }],
  ["dependentSchemas", { kind: "schema map", since: 8 }],
  ["dependencies", { kind: "special", since: 4 }],
  ["unevaluatedProperties", { kind: "schema", since: 8 }],
  ["prefixItems", { kind: "schemas", since: 9 }],
  ["items", { kind: "special", since: 4 }],
  ["additionalItems", { kind: "special", since: 4 }],
  ["minItems", { kind: "count", since: 4 }],
  ["maxItems", { kind: "count", since: 4 }],
  ["uniqueItems", { kind: "flag", since: 4 }],
  ["contains", { kind: "schema", since: 6 }],
  ["minContains", { kind: "count", since: 8 }],
  ["maxContains", { kind: "count", since: 8 }],
  ["unevaluatedItems", { kind: "schema", since: 8 }],
  ["allOf", { kind: "schemas", since: 4 }],
  ["anyOf", { kind: "schemas", since: 4 }],
  ["oneOf", { kind: "schemas", since: 4 }],
  ["not", { kind: "schema", since: 4 }],
  ["if", { kind: "schema", since: 7 }],
  ["then", { kind: "schema", since: 7 }],
  ["else", { kind: "schema", since: 7 }],
  ["discriminator", { kind: "special", since: 4, annotation: true }],
  ["nullable", { kind: "special", since: 4 }],
  ["propertyOrdering", { kind: "special", since: 4, annotation: true }],
  ["$ref", { kind: "special", since: 4 }],
  ["$dynamicRef", { kind: "special", since: 9 }],
  ["$recursiveRef", { kind: "special", since: 8 }],
]);

/** Keywords that shape a document or speak to other tools: no effect of their own on a value. */
export const silentKeywords: ReadonlySet<string> = new Set([
  "$schema",
  "$id",
  "id",
  "$anchor",
  "$dynamicAnchor",
  "$recursiveAnchor",
  "$vocabulary",
  "$comment",
  "$defs",
  "definitions",
  "contentSchema",
  "externalDocs",
  "xml",
]);

/** Where subschemas stand, in any draft: the places where identifiers are looked for. */
export const subschemaPlaces: ReadonlyMap<string, "one" | "list" | "map" | "any"> = new Map([
  ["$defs", "map"],
  ["definitions", "map"],
  ["properties", "map"],
  ["patternProperties", "map"],
  ["dependentSchemas", "map"],
  ["dependencies", "map"],
  ["additionalProperties", "one"],
  ["unevaluatedProperties", "one"],
  ["propertyNames", "one"],
  ["items", "any"],
  ["prefixItems", "list"],
  ["additionalItems", "one"],
  ["unevaluatedItems", "one"],
  ["contains", "one"],
  ["contentSchema", "one"],
  ["allOf", "list"],
  ["anyOf", "list"],
  ["oneOf", "list"],
  ["not", "one"],
  ["if", "one"],
  ["then", "one"],
  ["else", "one"],
]);
