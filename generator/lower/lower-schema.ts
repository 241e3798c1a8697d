import type { Schema } from "../ir.js";
import { impliedType } from "../base/vocabulary.js";
import { lowerArray } from "./arrays.js";
import { annotate } from "./annotate.js";
import { asJsonText, lowerAnything } from "./json-text.js";
import { lowerLiterals } from "./literals.js";
import type { LowerForm, Lowering, Outcome, Position } from "./lowering.js";
import { lowerObject, lowerVariants } from "./objects.js";
import { lowerConjunction, lowerReference } from "./references.js";
import { possibleTypes } from "./possible-types.js";
import { lowerBoolean, lowerInteger, lowerNumber, lowerString } from "./scalars.js";
import { valuesOf } from "./schema-facts.js";
import { lowerTypeList, lowerUnion } from "./unions.js";

// The target `parameters`, with the order of the forms.

/** Schemas that stand for others. These forms are tried first. */
const detours: readonly LowerForm[] = [
  lowerFalse, // false → not declared
  lowerTooDeep, // too many levels → JSON text
  lowerReference, // $ref → its target; recursion → JSON text below some levels
  lowerConjunction, // allOf → one schema
];

/** Forms, in the order in which they are tried. The first one that applies to a schema lowers it. */
const forms: readonly LowerForm[] = [
  lowerLiterals, // const, enum → enum of strings
  lowerAnything, // {} → JSON text
  lowerTypeList, // [string, null] → nullable; [string, number] → anyOf
  lowerVariants, // properties beside anyOf → one object
  lowerUnion, // anyOf, oneOf → anyOf without other keys
  lowerString, // formats, patterns
  lowerInteger, // exclusive bounds folded, int64 beyond 2^53 → digits
  lowerNumber, // exclusive bounds described
  lowerBoolean,
  lowerArray, // tuples → items that match one of the positions
  lowerObject, // maps → entries, unnamed properties → an argument of their own, odd names → others
];

export function lowerSchema(schema: Schema, position: Position, lowering: Lowering): Outcome {
  for (const detour of detours) {
    const outcome = detour(schema, position, lowering);
    if (outcome !== undefined) return outcome;
  }
  const { typed, isGuess } = implyType(schema, position, lowering);
  for (const form of forms) {
    const outcome = form(typed, position, lowering);
    if (outcome === undefined) continue;
    if (outcome !== "never") return annotate(outcome, schema, position, lowering);
    if (!isGuess) return outcome;
    // No value of the type is valid, but values of other types are.
    break;
  }
  return annotate(
    asJsonText(isGuess || schema, "free-form-to-json-text", "any value", position, lowering),
    schema,
    position,
    lowering,
  );
}

function lowerFalse(schema: Schema): Outcome | undefined {
  return schema === false ? "never" : undefined;
}

/** Gemini refuses declarations that are deeper than an unpublished limit. No model fills in this many levels. */
const deepest = 14;

function lowerTooDeep(schema: Schema, position: Position, lowering: Lowering): Outcome | undefined {
  if (position.level <= deepest) return undefined;
  return asJsonText(schema, "nesting-to-json-text", `${deepest} levels`, position, lowering);
}

/**
 * A schema without a type gets the type that its keywords apply to. Beside a union that names types, the keywords
 * only apply to the branches of that type.
 */
function implyType(
  schema: Schema,
  position: Position,
  lowering: Lowering,
): { readonly typed: Schema; readonly isGuess: boolean } {
  const same = { typed: schema, isGuess: false };
  if (typeof schema === "boolean" || schema.type !== undefined || valuesOf(schema) !== undefined) return same;
  const type = impliedType(schema);
  if (type === undefined) return same;
  const possible = possibleTypes(schema, (reference) => lowering.lookUp(reference));
  if (possible !== undefined)
    return possible.size === 1 && possible.has(type) ? { typed: { ...schema, type }, isGuess: false } : same;
  lowering.record("type-inferred", position, type);
  return { typed: { ...schema, type }, isGuess: true };
}
