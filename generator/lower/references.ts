import type { Schema, SchemaObject } from "../ir.js";
import { annotate } from "./annotate.js";
import { intersect, isIrreducible } from "./intersect.js";
import { asJsonText } from "./json-text.js";
import { inside, type Lowering, type Outcome, type Position } from "./lowering.js";
import { assertionsOf, without } from "./schema-facts.js";

// Lowers references, recursion and `allOf`.

/**
 * Lowers a reference by replacing it with its target. A recursive reference becomes JSON text after `unrollDepth`
 * levels.
 */
export function lowerReference(schema: Schema, position: Position, lowering: Lowering): Outcome | undefined {
  if (typeof schema === "boolean" || schema.$ref === undefined) return undefined;
  const name = nameOf(schema.$ref);
  if (isExhausted(schema.$ref, position, lowering)) {
    const detail = `${name}: ${lowering.unrollDepth} levels`;
    const named = lowering.resolve(schema.$ref) ?? true;
    const text = asJsonText(named, "recursion-unrolled", detail, position, lowering);
    return annotate(text, schema, position, lowering);
  }
  lowering.record("reference-inlined", position, name);
  const { target, position: there } = follow(schema, position, lowering);
  return lowering.lower(target, there);
}

/**
 * Lowers an `allOf` by merging its parts into one schema. The merged schema allows every value that matches all parts.
 */
export function lowerConjunction(
  schema: Schema,
  position: Position,
  lowering: Lowering,
): Outcome | undefined {
  if (typeof schema === "boolean" || schema.allOf === undefined || isIrreducible(schema)) return undefined;
  lowering.record("all-of-merged", position, `${schema.allOf.length} schemas`);
  let merged: Schema = without(schema, "allOf");
  let through = position;
  for (const part of schema.allOf) {
    if (typeof part === "object" && part.$ref !== undefined && isExhausted(part.$ref, through, lowering))
      return annotate(
        asJsonText(schema, "recursion-unrolled", nameOf(part.$ref), position, lowering),
        schema,
        position,
        lowering,
      );
    const { target, position: there } = follow(part, through, lowering);
    merged = intersect(merged, target);
    through = there;
  }
  return lowering.lower(merged, through);
}

/** Follows the references of a schema. Returns the target, merged with the keywords beside each `$ref`. */
export function follow(
  schema: Schema,
  position: Position,
  lowering: Lowering,
): { readonly target: Schema; readonly position: Position } {
  if (typeof schema === "boolean" || schema.$ref === undefined) return { target: schema, position };
  const named = lowering.resolve(schema.$ref) ?? true;
  const beside: SchemaObject = without(schema, "$ref");
  const target =
    Object.keys(assertionsOf(beside)).length === 0 ? annotated(named, beside) : intersect(beside, named);
  const there = { ...inside(position, named), through: [...position.through, schema.$ref] };
  return follow(target, there, lowering);
}

/**
 * Adds the annotations beside a `$ref` to its target. If both have an annotation, the annotation beside the `$ref` is
 * used.
 */
function annotated(named: Schema, beside: SchemaObject): Schema {
  if (typeof named === "object") return { ...named, ...beside };
  return named ? beside : false;
}

export function isExhausted(reference: string, position: Position, lowering: Lowering): boolean {
  const times = position.through.filter((name) => name === reference).length;
  return times > 0 && times >= lowering.unrollDepth;
}

function nameOf(reference: string): string {
  return reference.split("/").at(-1) ?? reference;
}
