import type { Schema, SchemaObject } from "../ir.js";
import { origin, within } from "../base/origin.js";
import { annotations, type Keyword, keywordsWhere, normalForm, vocabulary } from "../base/vocabulary.js";
import { draftOfIdentifier } from "./drafts.js";
import { showValue } from "../base/show-value.js";
import { isMapping, type Mapping, put } from "../base/mapping.js";
import { nearest } from "../base/nearest.js";
import { allowNull } from "./nullable.js";
import { correctSchema, addRequired, extractRequired } from "./correct-schema.js";
import { type Building, readPlain } from "./read-keyword.js";
import { readReference } from "./read-reference.js";
import { specialReader } from "./read-special.js";
import { enumOfType, readTypeAsSchema } from "./read-type.js";
import { add, child, enterNode, type Scope } from "./scope.js";

/** The deepest nesting of schemas. A recursive function overflows the stack only at a much greater depth. */
const deepest = 256;

/**
 * Converts a schema of any dialect to the normal form. References contain ids until `link.ts` replaces them.
 */
export function readSchema(node: unknown, outer: Scope): Schema {
  if (typeof node === "boolean") return node;
  if (!isMapping(node)) {
    const named = readTypeAsSchema(node, outer);
    if (named !== undefined) return named;
    add(outer, "TP302", outer.origin, { found: showValue(node) });
    return true;
  }
  if (outer.depth > deepest) {
    add(outer, "TP313", outer.origin, { limit: deepest });
    return true;
  }
  const scope = withDeclaredDraft(node, enterNode(node, outer));
  const alone = scope.draft.refStandsAlone && typeof node["$ref"] === "string";
  const building = alone ? readBesideReference(node, scope) : readKeywords(node, scope);
  dropRedundantTitle(building.schema, scope.origin.path.at(-1));
  const references = readReferences(node, scope);
  const schema = addReferences(building.schema, references);
  return building.nullable ? allowNull(schema) : schema;
}

function withDeclaredDraft(node: Mapping, scope: Scope): Scope {
  const declared = Object.hasOwn(node, "$schema") ? node["$schema"] : undefined;
  if (typeof declared !== "string" || scope.draft.idKeyword === undefined) return scope;
  const draft = draftOfIdentifier(declared);
  if (draft !== undefined) return draft.name === scope.draft.name ? scope : { ...scope, draft };
  if (declared.replace(/#$/, "").endsWith("json-schema.org/schema")) return scope;
  add(scope, "TP312", within(scope.origin, "$schema"), { uri: declared });
  return scope;
}

function readKeywords(node: Mapping, scope: Scope): Building {
  const building: Building = { node, schema: { [origin]: scope.origin }, nullable: false };
  const { properties, required } = extractRequired(node["properties"], scope);
  for (const name of keywordsOf(node, scope))
    readOne(name, name === "properties" ? properties : node[name], building, scope);
  dropIneffective(building.schema);
  addRequired(building.schema, required);
  if (scope.draft.name === "gemini") fromGemini(building.schema);
  correctSchema(building, scope);
  return building;
}

const dependent = keywordsWhere(({ needs, annotation }) => needs !== undefined && annotation !== true);

/**
 * Removes keywords that have no effect because another keyword is missing. For example, `then` needs `if`.
 */
function dropIneffective(schema: Building["schema"]): void {
  for (const name of dependent)
    if (normalForm[name].needs?.every((other) => schema[other] === undefined)) delete schema[name];
}

/**
 * Converts the notation of Gemini's Schema. In this notation, a string with an enum has the format `enum`,
 * and the values of every enum are text.
 */
function fromGemini(schema: Building["schema"]): void {
  if (schema.format === "enum") delete schema.format;
  if (schema.enum !== undefined) schema.enum = enumOfType(schema.enum, schema.type);
}

/**
 * Returns the names of the keywords to read, in the order of the normal form. Unknown keywords are reported.
 */
function keywordsOf(node: Mapping, scope: Scope): readonly string[] {
  const found: string[] = [];
  for (const name of Object.keys(node)) {
    const keyword = readable.get(name);
    if (keyword !== undefined && keyword.since <= scope.draft.age) found.push(name);
    else if (keyword !== undefined)
      add(scope, "TP305", { key: within(scope.origin, name) }, { keyword: name, draft: scope.draft.title });
    else if (name === "x-nullable" && scope.draft.nullable) found.push(name);
    else if (!isSilent(name) && !name.startsWith("x-")) reportUnknown(name, scope);
  }
  return found.length < 2 ? found : found.sort((a, b) => rankOf(a) - rankOf(b));
}

/** The keywords that a document may contain and that have an effect. */
const readable: ReadonlyMap<string, Keyword> = new Map(
  [...vocabulary].filter(([, { internal, silent }]) => internal !== true && silent !== true),
);

function isSilent(name: string): boolean {
  return vocabulary.get(name)?.silent === true;
}

const ranks = new Map([...readable.keys()].map((name, index) => [name, index]));

function rankOf(name: string): number {
  return ranks.get(name) ?? ranks.size;
}

function reportUnknown(name: string, scope: Scope): void {
  const near = nearest(name, readable.keys());
  const details = near === undefined ? {} : { help: `did you mean "${near}"?` };
  add(scope, "TP304", { key: within(scope.origin, name) }, { keyword: name }, details);
}

function readOne(name: string, value: unknown, building: Building, scope: Scope): void {
  const special = specialReader(name);
  if (special !== undefined) return special(value, building, scope);
  const result = readByKind(name, value, scope);
  if (result !== undefined) Object.assign(building.schema, { [name]: result });
}

function readByKind(name: string, value: unknown, scope: Scope): unknown {
  const kind = readable.get(name)?.kind ?? "value";
  switch (kind) {
    case "schema":
      return readSchema(value, child(scope, name));
    case "schemas":
      return readSchemas(name, value, scope);
    case "schema map":
      return readSchemaMap(name, value, scope);
    default:
      return readPlain(name, kind, value, scope);
  }
}

export function readSchemas(name: string, value: unknown, scope: Scope): readonly Schema[] | undefined {
  if (Array.isArray(value) && value.length > 0)
    return value.map((item: unknown, index) => readSchema(item, child(scope, name, index)));
  add(scope, "TP303", within(scope.origin, name), {
    keyword: name,
    expected: "a list of schemas",
    found: Array.isArray(value) ? "an empty list" : showValue(value),
  });
  return undefined;
}

export function readSchemaMap(
  name: string,
  value: unknown,
  scope: Scope,
): Readonly<Record<string, Schema>> | undefined {
  if (!isMapping(value)) {
    add(scope, "TP303", within(scope.origin, name), {
      keyword: name,
      expected: "a mapping of names to schemas",
      found: showValue(value),
    });
    return undefined;
  }
  const schemas: Record<string, Schema> = {};
  for (const key of Object.keys(value)) put(schemas, key, readSchema(value[key], child(scope, name, key)));
  return schemas;
}

/**
 * Removes a title that equals the name of the property. Pydantic generates such titles, which add no
 * information.
 */
function dropRedundantTitle(schema: Building["schema"], name: string | number | undefined): void {
  if (typeof name === "string" && schema.title !== undefined && lettersOf(schema.title) === lettersOf(name))
    delete schema.title;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/**
 * Reads the keywords beside a `$ref`, in a dialect that ignores keywords beside `$ref`. Annotations are kept,
 * because they restrict nothing. `properties` is kept for the reason in `readPropertiesBesideReference`. Other
 * keywords are reported.
 */
function readBesideReference(node: Mapping, scope: Scope): Building {
  const building: Building = { node, schema: { [origin]: scope.origin }, nullable: false };
  const ignored: string[] = [];
  for (const name of Object.keys(node)) {
    const nullable = scope.draft.nullable && (name === "nullable" || name === "x-nullable");
    if (name === "$ref" || isSilent(name)) continue;
    if (nullable) readNullableBesideReference(node[name], building, scope);
    else if (annotations.has(name)) readOne(name, node[name], building, scope);
    else if (name === "properties" && scope.draft.idKeyword !== undefined)
      readPropertiesBesideReference(building, scope);
    else if (!name.startsWith("x-")) ignored.push(JSON.stringify(name));
  }
  if (ignored.length > 0)
    add(
      scope,
      "TP306",
      { key: within(scope.origin, "$ref") },
      { keywords: ignored.join(", "), draft: scope.draft.title },
    );
  return building;
}

/**
 * Reads `properties` beside a `$ref` in an old draft of JSON Schema. Authors expect that these properties
 * apply, because most validators apply them. OpenAPI authors use `allOf` instead, so OpenAPI documents are
 * excluded.
 */
function readPropertiesBesideReference({ node, schema }: Building, scope: Scope): void {
  const { properties, required } = extractRequired(node["properties"], scope);
  const found = readSchemaMap("properties", properties, scope);
  if (found === undefined) return;
  schema.properties = found;
  addRequired(schema, required);
  add(scope, "TP330", { key: within(scope.origin, "properties") }, { draft: scope.draft.title });
}

function readNullableBesideReference(value: unknown, building: Building, scope: Scope): void {
  if (value !== true) return;
  building.nullable = true;
  add(scope, "TP318", { key: within(scope.origin, "$ref") }, { ref: String(building.node["$ref"]) });
}

function readReferences(node: Mapping, scope: Scope): readonly Schema[] {
  const found: Schema[] = [];
  for (const name of ["$ref", "$dynamicRef", "$recursiveRef"] as const) {
    if (!Object.hasOwn(node, name) || vocabulary.get(name)!.since > scope.draft.age) continue;
    if (name === "$recursiveRef" && scope.draft.age > 8) continue;
    const schema = readReference(name, node[name], scope);
    if (schema !== undefined) found.push(schema);
  }
  return found;
}

/**
 * Adds references to a schema. If the schema has only annotations, a single reference becomes its `$ref`.
 * Otherwise the references become members of `allOf`.
 */
function addReferences(schema: SchemaObject, references: readonly Schema[]): Schema {
  if (references.length === 0) return schema;
  const [only] = references;
  const described = Object.keys(schema).every((name) => vocabulary.get(name)?.annotation);
  if (references.length === 1 && described && typeof only === "object")
    return { ...schema, $ref: only.$ref! };
  return { ...schema, allOf: [...references, ...(schema.allOf ?? [])] };
}
