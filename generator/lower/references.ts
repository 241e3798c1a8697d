import type { Schema, SchemaObject } from "../ir.js";
import { annotate } from "./annotate.js";
import { intersect, isIrreducible } from "./intersect.js";
import { asJsonText } from "./json-text.js";
import { inside, type Lowering, type Outcome, type Place } from "./lowering.js";
import { assertionsOf, without } from "./schema-facts.js";

// References, recursion and `allOf`.

/** `$ref` is replaced by its target. From some level on, a recursion is replaced by JSON text. */
export function lowerReference(schema: Schema, place: Place, lowering: Lowering): Outcome | undefined {
  if (typeof schema === "boolean" || schema.$ref === undefined) return undefined;
  const name = nameOf(schema.$ref);
  if (isExhausted(schema.$ref, place, lowering)) {
    const detail = `${name}: ${lowering.unrollDepth} levels`;
    const named = lowering.resolve(schema.$ref) ?? true;
    const text = asJsonText(named, "recursion-unrolled", detail, place, lowering);
    return annotate(text, schema, place, lowering);
  }
  lowering.record("reference-inlined", place, name);
  const { target, place: there } = follow(schema, place, lowering);
  return lowering.lower(target, there);
}

/** An `allOf` that normalisation kept: one schema that allows at least the values that match all parts. */
export function lowerConjunction(schema: Schema, place: Place, lowering: Lowering): Outcome | undefined {
  if (typeof schema === "boolean" || schema.allOf === undefined || isIrreducible(schema)) return undefined;
  lowering.record("all-of-merged", place, `${schema.allOf.length} schemas`);
  let merged: Schema = without(schema, "allOf");
  let through = place;
  for (const part of schema.allOf) {
    if (typeof part === "object" && part.$ref !== undefined && isExhausted(part.$ref, through, lowering))
      return annotate(
        asJsonText(schema, "recursion-unrolled", nameOf(part.$ref), place, lowering),
        schema,
        place,
        lowering,
      );
    const { target, place: there } = follow(part, through, lowering);
    merged = intersect(merged, target);
    through = there;
  }
  return lowering.lower(merged, through);
}

/** The target of a schema's references, merged with the keywords beside them. */
export function follow(
  schema: Schema,
  place: Place,
  lowering: Lowering,
): { readonly target: Schema; readonly place: Place } {
  if (typeof schema === "boolean" || schema.$ref === undefined) return { target: schema, place };
  const named = lowering.resolve(schema.$ref) ?? true;
  const beside: SchemaObject = without(schema, "$ref");
  const target =
    Object.keys(assertionsOf(beside)).length === 0 ? annotated(named, beside) : intersect(beside, named);
  const there = { ...inside(place, named), through: [...place.through, schema.$ref] };
  return follow(target, there, lowering);
}

/** The annotations at the place of use come before those of the definition. */
function annotated(named: Schema, beside: SchemaObject): Schema {
  if (typeof named === "object") return { ...named, ...beside };
  return named ? beside : false;
}

export function isExhausted(reference: string, place: Place, lowering: Lowering): boolean {
  const times = place.through.filter((name) => name === reference).length;
  return times > 0 && times >= lowering.unrollDepth;
}

function nameOf(reference: string): string {
  return reference.split("/").at(-1) ?? reference;
}
