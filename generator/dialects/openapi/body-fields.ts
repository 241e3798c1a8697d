import { bringsNames } from "../../base/names-within.js";
import { within } from "../../base/origin.js";
import type { Inheritance } from "./inheritance.js";
import { entries, child, isMapping, items, keyOf, type Node, own, ownList, ownString } from "../node.js";
import type { References } from "./references.js";
import { subschemas } from "./subschemas.js";

/** A property of a body. With `allOf`, several schemas may describe the same property. */
export interface BodyField {
  readonly name: string;
  readonly schemas: readonly Node[];
  readonly required: boolean;
  /** The `required` keyword that names the property, if no schema describes the property. */
  readonly undescribed?: Node;
}

/** Keywords that may occur in a schema whose properties become arguments. */
const harmless = new Set([
  "$ref",
  "type",
  "properties",
  "required",
  "allOf",
  "title",
  "description",
  "example",
  "examples",
  "xml",
  "externalDocs",
  "nullable",
  "deprecated",
  "readOnly",
  "writeOnly",
  "default",
  "$schema",
  "$id",
  "$comment",
  "format",
]);

/**
 * Returns the properties of an object schema, including properties behind `$ref` and in `allOf`. The result
 * is undefined if the schema describes more than properties, such as a union, a map or a condition. Such a
 * body must stay one argument.
 */
export function bodyFields(schema: Node, references: References): readonly BodyField[] | undefined {
  const fields = new Map<string, Node[]>();
  const required = new Set<string>();
  if (!collect(schema, references, fields, required, 0)) return undefined;
  if (fields.size === 0) return undefined;
  const described = [...fields].map(([name, schemas]) => ({ name, schemas, required: required.has(name) }));
  const undescribed = { value: {}, origin: within(schema.origin, "required") };
  const others = [...required].filter((name) => !fields.has(name));
  return [
    ...described,
    ...others.map((name) => ({ name, schemas: [undescribed], required: true, undescribed })),
  ];
}

function collect(
  written: Node,
  references: References,
  fields: Map<string, Node[]>,
  required: Set<string>,
  depth: number,
): boolean {
  let isComplete = true;
  const followed = references.followSchema(written);
  const node = followed && references.withSchemaMaps(followed, () => (isComplete = false));
  if (node === undefined || !isComplete || !isMapping(node.value) || depth > 16) return false;
  if (!isPlainObject(node.value)) return false;
  for (const part of items(child(node, "allOf"))) {
    if (!collect(part, references, fields, required, depth + 1)) return false;
  }
  for (const [name, property] of entries(child(node, "properties"))) {
    fields.set(name, [...(fields.get(name) ?? []), property]);
  }
  for (const name of ownList(node.value, "required")) if (typeof name === "string") required.add(name);
  return true;
}

function isPlainObject(value: Readonly<Record<string, unknown>>): boolean {
  const type = own(value, "type");
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (type !== undefined && !types.includes("object")) return false;
  return Object.keys(value).every((word) => {
    if (word === "additionalProperties") return value[word] === false;
    if (word === "discriminator") return false;
    return harmless.has(word) || word.startsWith("x-");
  });
}

/** Returns "one" if a schema describes a file, and "many" if it describes a list of files. */
export function fileShape(schema: Node, references: References): "one" | "many" | undefined {
  const node = references.followSchema(schema);
  if (node === undefined) return undefined;
  if (isBinary(node.value)) return "one";
  const item = child(node, "items");
  if (own(node.value, "type") !== "array" || item.value === undefined) return undefined;
  return isBinary(references.followSchema(item)?.value) ? "many" : undefined;
}

export function isBinary(value: unknown): boolean {
  const format = own(value, "format");
  if (format === "binary" || own(value, "type") === "file") return true;
  const mediaType = ownString(value, "contentMediaType");
  return (
    mediaType !== undefined && !/json|^text\//.test(mediaType) && own(value, "contentEncoding") === undefined
  );
}

/**
 * Returns the names of all properties that a value or the items of a list may have. The function searches all
 * branches of the schema and all schemas that extend it.
 */
export function propertyNames(
  schema: Node,
  { references, inheritance }: { readonly references: References; readonly inheritance: Inheritance },
): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const open = [schema];
  for (let written = open.pop(); written !== undefined; written = open.pop()) {
    const found = references.followSchema(written);
    if (found === undefined || seen.has(keyOf(found))) continue;
    seen.add(keyOf(found));
    const node = references.withSchemaMaps(found);
    for (const [name] of entries(child(node, "properties"))) names.add(name);
    for (const name of ownList(node.value, "required")) if (typeof name === "string") names.add(name);
    open.push(...subschemas(node, bringsNames));
    open.push(...(inheritance.familyOf(node)?.variants ?? []).map((variant) => variant.node));
  }
  return names;
}
