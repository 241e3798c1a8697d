import type { Schema, SchemaObject } from "../ir.js";
import { eachChild, mapChildren } from "../base/schema-children.js";
import { put } from "../base/mapping.js";

/** The replacement of a reference to a definition: a reference to a name, or the schema of the definition. */
export type Linked =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "inline"; readonly schema: Schema };

/** Replaces the ids in references with names, and inlines the definitions that have no name. */
export function link(schema: Schema, linked: (id: string) => Linked): Schema {
  if (typeof schema === "boolean") return schema;
  const inner = mapChildren(schema, (child) => link(child, linked));
  const described = inner.discriminator?.mapping === undefined ? inner : withMapping(inner, linked);
  if (described.$ref === undefined) return described;
  const target = linked(described.$ref);
  if (target.kind === "name") return { ...described, $ref: referenceTo(target.name) };
  const { $ref, ...annotations } = described;
  void $ref;
  const replacement = link(target.schema, linked);
  return typeof replacement === "boolean" ? replacement : { ...replacement, ...annotations };
}

function referenceTo(name: string): string {
  return `#/$defs/${name}`;
}

/**
 * Replaces the ids in the mapping of a discriminator with names. An entry is left out if its target is not
 * one of the alternatives.
 */
function withMapping(schema: SchemaObject, linked: (id: string) => Linked): SchemaObject {
  const { propertyName, mapping } = schema.discriminator!;
  const alternatives = new Set(
    [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].map(
      (branch) => typeof branch === "object" && branch.$ref,
    ),
  );
  const named: Record<string, string> = {};
  for (const [value, id] of Object.entries(mapping!)) {
    const target = linked(id);
    if (target.kind === "name" && alternatives.has(referenceTo(target.name)))
      put(named, value, referenceTo(target.name));
  }
  const kept = Object.keys(named).length > 0;
  return { ...schema, discriminator: { propertyName, ...(kept && { mapping: named }) } };
}

/** Counts the schemas inside a schema and the schema itself. Counting stops above the limit. */
export function sizeOf(schema: Schema, limit: number): number {
  let size = 0;
  const visit = (node: Schema): void => {
    size += 1;
    if (typeof node === "object" && size <= limit) eachChild(node, visit);
  };
  visit(schema);
  return size;
}
