import type { Json, Schema } from "../ir.js";
import type { At } from "../diagnostics/report.js";
import { within } from "../base/origin.js";
import { showValue } from "../base/show-value.js";
import { isMapping, put } from "../base/mapping.js";
import { asNumber, type Building } from "./read-keyword.js";
import { readDiscriminator } from "./read-discriminator.js";
import { readSchema, readSchemaMap, readSchemas } from "./read-schema.js";
import { legalPattern } from "./legal-pattern.js";
import { readType } from "./read-type.js";
import { add, child, type Scope } from "./scope.js";

type Reader = (value: unknown, building: Building, scope: Scope) => void;

/** Functions for keywords with several notations, and for keywords whose meaning depends on the dialect. */
const readers: Readonly<Record<string, Reader>> = {
  type: readType,
  examples: readExamples,
  example: (value, { schema }) => {
    schema.examples ??= [value as Json];
  },
  default: (value, { schema }) => {
    schema.default = value as Json;
  },
  pattern: readPattern,
  patternProperties: readPatternProperties,
  exclusiveMinimum: (value, building, scope) =>
    readExclusive("exclusiveMinimum", "minimum", value, building, scope),
  exclusiveMaximum: (value, building, scope) =>
    readExclusive("exclusiveMaximum", "maximum", value, building, scope),
  multipleOf: readMultipleOf,
  dependencies: readDependencies,
  items: readItems,
  additionalItems: () => {},
  nullable: readNullable,
  "x-nullable": readNullable,
  propertyOrdering: readPropertyOrdering,
  discriminator: readDiscriminator,
  $ref: () => {},
  $dynamicRef: () => {},
  $recursiveRef: (_value, _building, scope) => {
    if (scope.draft.age > 8)
      add(
        scope,
        "TP305",
        { key: within(scope.origin, "$recursiveRef") },
        { keyword: "$recursiveRef", draft: scope.draft.title },
      );
  },
};

/** Returns the function for a keyword with special rules. Undefined for other keywords. */
export function specialReader(name: string): Reader | undefined {
  return Object.hasOwn(readers, name) ? readers[name] : undefined;
}

function wrong(keyword: string, expected: string, value: unknown, scope: Scope): void {
  add(scope, "TP303", within(scope.origin, keyword), { keyword, expected, found: showValue(value) });
}

/**
 * Reads `examples`. OpenAPI authors may write a mapping of named examples instead of a list. Examples restrict
 * nothing, so a mapping is not an error.
 */
function readExamples(value: unknown, { schema }: Building, scope: Scope): void {
  if (Array.isArray(value)) schema.examples = value as Json[];
  else
    add(
      scope,
      "TP304",
      { key: within(scope.origin, "examples") },
      { keyword: "examples" },
      { help: "write examples as a list of values" },
    );
}

function readExclusive(
  name: "exclusiveMinimum" | "exclusiveMaximum",
  bound: "minimum" | "maximum",
  value: unknown,
  { schema }: Building,
  scope: Scope,
): void {
  if (typeof value === "boolean" && scope.draft.booleanBounds) {
    const limit = schema[bound];
    if (!value || limit === undefined) return;
    schema[name] = limit;
    delete schema[bound];
    return;
  }
  const limit = asNumber(value, scope);
  if (limit !== undefined) schema[name] = limit;
  else if (typeof value !== "boolean") wrong(name, "a number", value, scope);
  else {
    const help = `write "${name}: ${schema[bound] ?? "…"}" in place of ${bound}`;
    add(
      scope,
      "TP303",
      within(scope.origin, name),
      { keyword: name, expected: "a number", found: String(value) },
      { help },
    );
  }
}

function readMultipleOf(value: unknown, { schema }: Building, scope: Scope): void {
  const number = asNumber(value, scope);
  if (number !== undefined && number > 0) schema.multipleOf = number;
  else wrong("multipleOf", "a number above 0", value, scope);
}

function readPattern(value: unknown, { schema }: Building, scope: Scope): void {
  if (typeof value !== "string") return wrong("pattern", "text", value, scope);
  const pattern = legalise(value, within(scope.origin, "pattern"), scope);
  if (pattern !== undefined) schema.pattern = pattern;
}

function readPatternProperties(value: unknown, { schema }: Building, scope: Scope): void {
  const patterns = readSchemaMap("patternProperties", value, scope);
  if (patterns === undefined) return;
  const legal: Record<string, Schema> = {};
  for (const [key, each] of Object.entries(patterns)) {
    const pattern = legalise(key, { key: within(scope.origin, "patternProperties", key) }, scope);
    // If the pattern is illegal, the names that match are unknown. Any name is then allowed.
    if (pattern === undefined) put(legal, "", true);
    else put(legal, pattern, Object.hasOwn(legal, pattern) ? { allOf: [legal[pattern]!, each] } : each);
  }
  schema.patternProperties = legal;
}

function legalise(pattern: string, at: At, scope: Scope): string | undefined {
  const legal = legalPattern(pattern);
  if (legal === undefined) add(scope, "TP321", at, { pattern });
  else if (legal !== pattern) add(scope, "TP320", at, { pattern, legal });
  return legal;
}

/**
 * Reads `items`. In older drafts, a list of schemas is a tuple. An author who writes a list in a newer draft
 * also means a tuple.
 */
function readItems(value: unknown, { schema, node }: Building, scope: Scope): void {
  if (!Array.isArray(value)) {
    schema.items = readSchema(value, child(scope, "items"));
    return;
  }
  const prefix = value.length === 0 ? [] : readSchemas("items", value, scope);
  if (prefix !== undefined && prefix.length > 0) schema.prefixItems = prefix;
  if (Object.hasOwn(node, "additionalItems"))
    schema.items = readSchema(node["additionalItems"], child(scope, "additionalItems"));
}

function readDependencies(value: unknown, { schema }: Building, scope: Scope): void {
  if (!isMapping(value))
    return wrong("dependencies", "a mapping of names to schemas or lists of names", value, scope);
  const lists: Record<string, readonly string[]> = { ...schema.dependentRequired };
  const schemas: Record<string, Schema> = { ...schema.dependentSchemas };
  for (const [key, needed] of Object.entries(value)) {
    if (!Array.isArray(needed)) put(schemas, key, readSchema(needed, child(scope, "dependencies", key)));
    else if (needed.every((item) => typeof item === "string"))
      put(lists, key, [...new Set(needed as string[])]);
    else
      add(scope, "TP303", within(scope.origin, "dependencies", key), {
        keyword: "dependencies",
        expected: "a schema or a list of property names",
        found: showValue(needed),
      });
  }
  if (Object.keys(lists).length > 0) schema.dependentRequired = lists;
  if (Object.keys(schemas).length > 0) schema.dependentSchemas = schemas;
}

function readNullable(value: unknown, building: Building, scope: Scope): void {
  if (typeof value !== "boolean") return wrong("nullable", "true or false", value, scope);
  if (!value) return;
  building.nullable = true;
  if (!scope.draft.nullable)
    add(scope, "TP317", { key: within(scope.origin, "nullable") }, { draft: scope.draft.title });
}

/**
 * Reads Gemini's keyword for the order of arguments. The normal form has no such keyword, so the properties
 * are reordered.
 */
function readPropertyOrdering(value: unknown, { schema }: Building, scope: Scope): void {
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string"))
    return wrong("propertyOrdering", "a list of property names", value, scope);
  const { properties } = schema;
  if (properties === undefined) return;
  const names = [
    ...new Set([
      ...(value as string[]).filter((name) => Object.hasOwn(properties, name)),
      ...Object.keys(properties),
    ]),
  ];
  const ordered: Record<string, Schema> = {};
  for (const name of names) put(ordered, name, properties[name]!);
  schema.properties = ordered;
}
