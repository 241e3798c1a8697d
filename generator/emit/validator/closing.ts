import type { Schema, SchemaObject } from "../../ir.js";
import { isReference } from "./check-function.js";
import type { CheckModule } from "./check-module.js";
import { described, isClosed, namesOf, patternsOf } from "./places.js";
import type { Scope } from "./scope.js";

/** The names and patterns of the properties that a closed object may have. */
export interface Declared {
  readonly names: readonly string[];
  readonly patterns: readonly string[];
}

/** Returns whether the function of a schema must refuse or drop unknown properties, although the schema allows them. */
export function closesItself(schema: Schema, scope: Scope): boolean {
  if (typeof schema === "boolean" || scope.nameChecks.unknown === "allow") return false;
  if (isReference(schema)) return closesItself(scope.module.resolve(schema.$ref!), scope);
  return closedHere(schema, scope) !== undefined;
}

/**
 * Returns the declared properties if this function must refuse or drop all other properties of its object. Otherwise
 * returns undefined.
 */
export function closesHere(schema: SchemaObject, scope: Scope): Declared | undefined {
  return scope.nameChecks.unknown === "allow" || scope.isOpen ? undefined : closedHere(schema, scope);
}

/** Returns the properties that any part of the schema declares for the current object. */
export function declaredBy(schema: SchemaObject, { module }: Scope): Declared {
  const { parts } = described([{ schema, isSure: true }], "object", module.resolve.bind(module));
  return { names: namesOf(parts), patterns: patternsOf(parts) };
}

/**
 * Returns the declared properties of an object that must be closed. If the schema itself refuses other properties, no
 * closing is needed, except in the mode "strip": there, other properties must be dropped before the schema is
 * checked.
 */
function closedHere(schema: SchemaObject, { module, nameChecks }: Scope): Declared | undefined {
  const object = described([{ schema, isSure: true }], "object", module.resolve.bind(module));
  if (!isClosed(object) || (nameChecks.unknown !== "strip" && closedByAuthor(schema, module)))
    return undefined;
  return { names: namesOf(object.parts), patterns: patternsOf(object.parts) };
}

/** Returns whether a schema refuses all properties that it does not declare. */
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
