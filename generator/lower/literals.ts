import type { Json, Schema } from "../ir.js";
import { lowered, type Lowered, type Lowering, type Outcome, type Position } from "./lowering.js";
import { valuesOf } from "./schema-facts.js";

/**
 * Lowers `const`, `enum` and the type `null`, usually to an enum of strings. In this enum, a word represents each
 * value that is not a string.
 */
export function lowerLiterals(schema: Schema, position: Position, lowering: Lowering): Outcome | undefined {
  const values = valuesOf(schema);
  if (typeof schema === "boolean" || values === undefined) return undefined;
  if (schema.const !== undefined && values.length > 0)
    lowering.record("const-to-enum", position, JSON.stringify(schema.const));
  return lowerValues(values, position, lowering);
}

export function lowerValues(values: readonly Json[], position: Position, lowering: Lowering): Outcome {
  if (values.length === 0) return "never";
  const present = values.filter((value) => value !== null);
  if (present.length === 0) {
    lowering.record("null-to-word", position, "null");
    return words([["null", null]]);
  }
  const result = lowerPresent(present, position, lowering);
  if (present.length === values.length) return result;
  lowering.record("null-to-nullable", position, "enum");
  return { ...result, schema: { ...result.schema, nullable: true } };
}

/**
 * The maximum number of values of an enum that are declared. A longer list costs many tokens and helps little, and
 * Gemini limits the length of all enums of a declaration. The validator checks every value.
 */
const mostDeclaredValues = 50;

function lowerPresent(values: readonly Json[], position: Position, lowering: Lowering): Lowered {
  const strings = values.filter((value): value is string => typeof value === "string" && value !== "");
  if (strings.length === values.length && strings.length > mostDeclaredValues) {
    lowering.record("enum-described", position, `${strings.length} values`);
    const some = strings.slice(0, 5).map((value) => JSON.stringify(value));
    return lowered({ type: "STRING" }, undefined, [
      `One of ${strings.length} values such as ${some.join(", ")}.`,
    ]);
  }
  if (strings.length === values.length) return lowered({ type: "STRING", format: "enum", enum: strings });
  if (values.length === 2 && values.every((value) => typeof value === "boolean"))
    return lowered({ type: "BOOLEAN" });
  const pairs = nameValues(values);
  lowering.record("enum-to-words", position, pairs.map(([word]) => word).join(", "));
  return words(pairs);
}

function words(pairs: readonly (readonly [string, Json])[]): Lowered {
  return lowered(
    { type: "STRING", format: "enum", enum: pairs.map(([word]) => word) },
    { kind: "words", words: pairs },
  );
}

/**
 * Chooses a word for each value. The word of a string is the string. The word of any other value is its JSON. The empty
 * string, and a value whose word is taken, get a distinct word.
 */
function nameValues(values: readonly Json[]): readonly (readonly [string, Json])[] {
  const taken = new Set(values.filter((value) => typeof value === "string" && value !== ""));
  return values.map((value) => {
    if (typeof value === "string" && value !== "") return [value, value];
    let word = value === "" ? "(empty)" : JSON.stringify(value);
    while (taken.has(word)) word = `${word} (${value === "" ? "text" : typeof value})`;
    taken.add(word);
    return [word, value];
  });
}
