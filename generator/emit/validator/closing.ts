import type { Schema, SchemaObject } from "../../ir.js";
import { isReference } from "./check-function.js";
import type { CheckModule } from "./check-module.js";
import { described, isClosed, namesOf, patternsOf } from "./places.js";
import type { Scope } from "./scope.js";

/** The properties that a closed object may have. */
export interface Declared {
  readonly names: readonly string[];
  readonly patterns: readonly string[];
}

/** Whether the function of this schema refuses or drops properties for a reason that is not in the schema. */
export function closesItself(schema: Schema, scope: Scope): boolean {
  if (typeof schema === "boolean" || scope.nameChecks.unknown === "allow") return false;
  if (isReference(schema)) return closesItself(scope.module.resolve(schema.$ref!), scope);
  return closedHere(schema, scope) !== undefined;
}

/** The declared properties, if the check of this very object is to refuse or drop all others. */
export function closesHere(schema: SchemaObject, scope: Scope): Declared | undefined {
  return scope.nameChecks.unknown === "allow" || scope.isOpen ? undefined : closedHere(schema, scope);
}

/** Names and patterns that any part of the schema declares for the current object. */
export function declaredBy(schema: SchemaObject, { module }: Scope): Declared {
  const { parts } = described([{ schema, isSure: true }], "object", module.resolve.bind(module));
  return { names: namesOf(parts), patterns: patternsOf(parts) };
}

/** Properties that the schema itself refuses need no closing, unless they are dropped before the schema checks them. */
function closedHere(schema: SchemaObject, { module, nameChecks }: Scope): Declared | undefined {
  const object = described([{ schema, isSure: true }], "object", module.resolve.bind(module));
  if (!isClosed(object) || (nameChecks.unknown !== "strip" && closedByAuthor(schema, module)))
    return undefined;
  return { names: namesOf(object.parts), patterns: patternsOf(object.parts) };
}

/** Whether the schema itself guarantees that a valid value only has properties that some part declares. */
function closedByAuthor(schema: Schema, module: CheckModule, seen: ReadonlySet<Schema> = new Set()): boolean {
  if (typeof schema === "boolean") return !schema;
  if (seen.has(schema)) return false;
  if (schema.additionalProperties === false || schema.unevaluatedProperties === false) return true;
  if (schema.type !== undefined && ![schema.type].flat().includes("object")) return true;
  const path = new Set([...seen, schema]);
  const isClosed = (part: Schema): boolean => closedByAuthor(part, module, path);
  const { $ref, allOf = [], anyOf = [true], oneOf = [true] } = schema;
  return (
    ($ref !== undefined && isClosed(module.resolve($ref))) ||
    allOf.some(isClosed) ||
    anyOf.every(isClosed) ||
    oneOf.every(isClosed)
  );
}
