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

// Lowers a schema to the target `parameters`. The two lists of functions below decide the order of the rewrites.

/**
 * Functions that replace a schema by a different schema or by JSON text. These functions are tried before the
 * functions in `forms`.
 */
const detours: readonly LowerForm[] = [
  lowerFalse, // false → not declared
  lowerTooDeep, // too many levels → JSON text
  lowerReference, // $ref → its target; recursion → JSON text below some levels
  lowerConjunction, // allOf → one merged schema
];

/**
 * Functions that lower one kind of schema. They are tried in this order, and the first that returns an outcome decides.
 */
const forms: readonly LowerForm[] = [
  lowerLiterals, // const, enum → enum of strings
  lowerAnything, // {} → JSON text
  lowerTypeList, // [string, null] → nullable; [string, number] → anyOf
  lowerVariants, // properties beside anyOf → one object
  lowerUnion, // anyOf, oneOf → anyOf without other keys
  lowerString, // formats and some patterns → a note in the description
  lowerInteger, // exclusive bounds → inclusive bounds; int64 beyond 2^53 → digits
  lowerNumber, // exclusive bounds → a note in the description
  lowerBoolean,
  lowerArray, // tuples → items that match one of the positions
  lowerObject, // maps → entries, unnamed properties → the argument `more`, illegal names → legal names
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
    // The type is a guess, so values of other types may be valid. The statement after the loop declares them as JSON
    // text.
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

/**
 * The deepest level that is declared. Gemini refuses declarations whose depth exceeds a limit that Google does not
 * publish. No model fills in more levels.
 */
const deepest = 14;

function lowerTooDeep(schema: Schema, position: Position, lowering: Lowering): Outcome | undefined {
  if (position.level <= deepest) return undefined;
  return asJsonText(schema, "nesting-to-json-text", `${deepest} levels`, position, lowering);
}

/**
 * Adds the type that the keywords of a schema imply, for example "object" for `properties`. This is a guess, because
 * the keywords of a schema without `type` also accept values of other types. It is not a guess if a union or reference
 * allows only this type. If a union or reference allows several types, no type is added.
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
