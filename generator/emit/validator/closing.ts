import type { Schema, SchemaObject } from "../../ir.js";
import type { CheckModule } from "./check-module.js";
import { discriminate } from "./discriminate.js";
import type { Scope } from "./scope.js";
import { typeUnion } from "./type-unions.js";

/** What a schema and everything that applies to the same object say about its properties. */
export interface Declared {
  readonly names: Set<string>;
  readonly patterns: Set<string>;
  /** Some part says itself what becomes of further properties. */
  saysMore: boolean;
}

/** Whether the function of this schema refuses or drops properties it does not know, though the schema does not say so. */
export function closesItself(schema: Schema, scope: Scope): boolean {
  if (typeof schema === "boolean" || scope.rules.unknown === "allow") return false;
  if (schema.$ref !== undefined && Object.keys(schema).length === 1) {
    return closesItself(scope.module.resolve(schema.$ref), scope);
  }
  return closesBranches(schema, scope) || closesHere(schema, scope);
}

/** Whether further properties are to be refused by the check of this very object. */
export function closesHere(schema: SchemaObject, scope: Scope): boolean {
  if (scope.rules.unknown === "allow" || scope.isOpen || closesBranches(schema, scope)) return false;
  const { names, patterns, saysMore } = declaredBy(schema, scope.module);
  return !saysMore && (names.size > 0 || patterns.size > 0 || schema.properties !== undefined);
}

/** A union whose branches exclude each other, and nothing else: each branch knows its own properties, which makes for better messages. */
export function closesBranches(schema: SchemaObject, scope: Scope): boolean {
  const { oneOf, anyOf, ...own } = schema;
  if ((oneOf === undefined) === (anyOf === undefined)) return false;
  const { names, saysMore } = declaredBy(own, scope.module);
  if (names.size > 0 || saysMore) return false;
  return (
    oneOf !== undefined ||
    typeUnion(schema, scope.module) !== undefined ||
    discriminate(schema, anyOf!, scope.module) !== undefined
  );
}

/** Names and patterns that any part of the schema declares for the object at hand. */
export function declaredBy(
  schema: Schema,
  module: CheckModule,
  found: Declared = nothingDeclared(),
  seen = new Set<Schema>(),
): Declared {
  if (typeof schema === "boolean" || seen.has(schema)) return found;
  seen.add(schema);
  for (const name of Object.keys(schema.properties ?? {})) found.names.add(name);
  for (const name of schema.required ?? []) found.names.add(name);
  for (const pattern of Object.keys(schema.patternProperties ?? {})) found.patterns.add(pattern);
  if (schema.additionalProperties !== undefined || schema.unevaluatedProperties !== undefined)
    found.saysMore = true;
  const parts = [
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...Object.values(schema.dependentSchemas ?? {}),
    schema.if,
    schema.then,
    schema.else,
    schema.$ref === undefined ? undefined : module.resolve(schema.$ref),
  ];
  for (const part of parts) if (part !== undefined) declaredBy(part, module, found, seen);
  return found;
}

function nothingDeclared(): Declared {
  return { names: new Set(), patterns: new Set(), saysMore: false };
}
