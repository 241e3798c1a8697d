import type { GeminiSchema } from "@toolpress/runtime";
import { isWide, type WideFormat } from "../base/int64.js";
import type { Schema, SchemaObject } from "../ir.js";
import { describeFormat, describeKeywords } from "./describe.js";
import { lowered, type Lowered, type Lowering, type Position } from "./lowering.js";
import { typesOf } from "./schema-facts.js";

// Lowers strings, numbers and booleans.

export function lowerString(schema: Schema, position: Position, lowering: Lowering): Lowered | undefined {
  if (typeof schema === "boolean" || typesOf(schema)[0] !== "string") return undefined;
  const { format, pattern, minLength, maxLength } = schema;
  const notes: string[] = [];
  const result: GeminiSchema = { type: "STRING" };
  if (format === "date-time") result.format = format;
  else if (format !== undefined) {
    notes.push(describeFormat(format));
    lowering.record("format-described", position, format);
  }
  if (pattern !== undefined && isRegular(pattern)) result.pattern = pattern;
  else if (pattern !== undefined) {
    notes.push(`Matches ${pattern}`);
    lowering.record("pattern-described", position, pattern);
  }
  if (minLength !== undefined) result.minLength = minLength;
  if (maxLength !== undefined && maxLength <= longestDeclaredLength) result.maxLength = maxLength;
  else if (maxLength !== undefined) lowering.record("length-unsaid", position, String(maxLength));
  return lowered(result, undefined, [...notes, ...describeKeywords(schema, "string", position, lowering)]);
}

/**
 * The highest `maxLength` that is declared. No model counts to thousands, and each bound makes Gemini's grammar larger.
 * The validator checks every length.
 */
const longestDeclaredLength = 1_000;

/**
 * Matches syntax of patterns that servers with linear-time engines do not support or interpret differently: lookaround,
 * back references, named groups, escapes by code (`\u`, `\c`, `\0`), backspace in a class, empty classes, POSIX
 * classes, properties other than general categories, and counts above 999.
 */
const beyondRegular =
  /\(\?(?:<|[=!])|\\[1-9]|\\[ukc0]|\[[^\]]*\\b|\[\^?\]|\[\[:|\\[pP](?!\{[A-Z][a-z]?\})|\{\d*,?\d{4,}\}/;

function isRegular(pattern: string): boolean {
  return !beyondRegular.test(pattern);
}

export function lowerBoolean(schema: Schema, position: Position, lowering: Lowering): Lowered | undefined {
  if (typeof schema === "boolean" || typesOf(schema)[0] !== "boolean") return undefined;
  return lowered({ type: "BOOLEAN" }, undefined, describeKeywords(schema, "boolean", position, lowering));
}

export function lowerInteger(schema: Schema, position: Position, lowering: Lowering): Lowered | undefined {
  if (typeof schema === "boolean" || typesOf(schema)[0] !== "integer") return undefined;
  const notes = describeKeywords(schema, "integer", position, lowering);
  const bounds = foldBounds(schema, position, lowering);
  if (isWide(schema)) return asDigits(schema.format, bounds, notes, position, lowering);
  const result: GeminiSchema = { type: "INTEGER", ...bounds };
  if (schema.format === "int64" || schema.format === "uint64")
    lowering.record("int64-within-number", position, schema.format);
  else if (schema.format === "int32") {
    if (!lowering.terse) result.format = "int32";
  } else if (schema.format !== undefined) {
    notes.push(describeFormat(schema.format));
    lowering.record("format-described", position, schema.format);
  }
  return lowered(result, undefined, notes);
}

interface Bounds {
  minimum?: number;
  maximum?: number;
}

/**
 * Lowers a 64-bit integer to a string of digits. The description names the format, which is enough for a model. A
 * pattern would cost more tokens than the rest of the declaration.
 */
function asDigits(
  format: WideFormat,
  bounds: Bounds,
  notes: readonly string[],
  position: Position,
  lowering: Lowering,
): Lowered {
  lowering.record("int64-to-digits", position, "digits in a string");
  const range = describeRange(bounds);
  return lowered({ type: "STRING" }, { kind: "digits" }, [
    format,
    ...(range === "" ? [] : [range]),
    ...notes,
  ]);
}

function describeRange({ minimum, maximum }: Bounds): string {
  if (minimum !== undefined && maximum !== undefined) return `From ${minimum} to ${maximum}.`;
  if (minimum !== undefined) return `At least ${minimum}.`;
  return maximum === undefined ? "" : `At most ${maximum}.`;
}

/**
 * Returns the bounds of an integer. Exclusive bounds become inclusive: `> 3` becomes `>= 4`. A bound beyond 2^53 is not
 * declared, and the validator checks it.
 */
function foldBounds(schema: SchemaObject, position: Position, lowering: Lowering): Bounds {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const lower = [
    ...(minimum === undefined ? [] : [Math.ceil(minimum)]),
    ...(exclusiveMinimum === undefined ? [] : [Math.floor(exclusiveMinimum) + 1]),
  ];
  const upper = [
    ...(maximum === undefined ? [] : [Math.floor(maximum)]),
    ...(exclusiveMaximum === undefined ? [] : [Math.ceil(exclusiveMaximum) - 1]),
  ];
  for (const keyword of ["exclusiveMinimum", "exclusiveMaximum"] as const) {
    if (schema[keyword] !== undefined) lowering.record("bound-folded", position, keyword);
  }
  const [least, most] = [Math.max(-Infinity, ...lower), Math.min(Infinity, ...upper)];
  const { MIN_SAFE_INTEGER, MAX_SAFE_INTEGER } = Number;
  if (lower.length > 0 && least < MIN_SAFE_INTEGER) lowering.record("bound-unsaid", position, String(least));
  if (upper.length > 0 && most > MAX_SAFE_INTEGER) lowering.record("bound-unsaid", position, String(most));
  return {
    ...(least >= MIN_SAFE_INTEGER && { minimum: least }),
    ...(most <= MAX_SAFE_INTEGER && { maximum: most }),
  };
}

export function lowerNumber(schema: Schema, position: Position, lowering: Lowering): Lowered | undefined {
  if (typeof schema === "boolean" || typesOf(schema)[0] !== "number") return undefined;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, format } = schema;
  const notes = describeKeywords(schema, "number", position, lowering);
  const result: GeminiSchema = { type: "NUMBER" };
  const lower = Math.max(minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
  const upper = Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  if (lower !== -Infinity) result.minimum = lower;
  if (upper !== Infinity) result.maximum = upper;
  for (const [keyword, words] of [
    ["exclusiveMinimum", "Greater than"],
    ["exclusiveMaximum", "Less than"],
  ] as const) {
    if (schema[keyword] === undefined) continue;
    notes.push(`${words} ${schema[keyword]}.`);
    lowering.record("bound-described", position, keyword);
  }
  if (format === "float" || format === "double") result.format = format;
  else if (format !== undefined) {
    notes.push(describeFormat(format));
    lowering.record("format-described", position, format);
  }
  return lowered(result, undefined, notes);
}
