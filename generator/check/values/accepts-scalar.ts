import type { Json, SchemaObject } from "../../ir.js";
import { type Acceptance, type Findings, matchesPattern } from "./accepts.js";

export function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

export function checkScalar(
  schema: SchemaObject,
  value: Json,
  findings: Findings,
  acceptance: Acceptance,
): void {
  if (typeof value === "number") checkNumber(schema, value, findings);
  if (typeof value === "string") checkText(schema, value, findings, acceptance);
}

function checkNumber(schema: SchemaObject, value: number, findings: Findings): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (minimum !== undefined && value < minimum) findings.fault(`be at least ${minimum}`);
  if (maximum !== undefined && value > maximum) findings.fault(`be at most ${maximum}`);
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    findings.fault(`be above ${exclusiveMinimum}`);
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    findings.fault(`be below ${exclusiveMaximum}`);
  if (multipleOf !== undefined && !isMultiple(value, multipleOf))
    findings.fault(`be a multiple of ${multipleOf}`);
}

function checkText(
  schema: SchemaObject,
  value: string,
  findings: Findings,
  { formats, matches = matchesPattern }: Acceptance,
): void {
  const { minLength, maxLength, pattern, format } = schema;
  const length = minLength === undefined && maxLength === undefined ? 0 : codePoints(value);
  if (minLength !== undefined && length < minLength) findings.fault(`have at least ${minLength} characters`);
  if (maxLength !== undefined && length > maxLength) findings.fault(`have at most ${maxLength} characters`);
  if (pattern !== undefined && !matches(pattern, value)) findings.fault(`match ${pattern}`);
  if (format !== undefined && formats?.get(format)?.(value) === false) findings.fault(`be a ${format}`);
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/**
 * Whether a number is a multiple of another. The calculation uses decimal digits, so that 0.3 is a multiple
 * of 0.1.
 */
export function isMultiple(value: number, divisor: number): boolean {
  const [a, b] = [decimal(value), decimal(divisor)];
  const exponent = Math.min(a.exponent, b.exponent);
  const scale = (number: { digits: bigint; exponent: number }): bigint =>
    number.digits * 10n ** BigInt(number.exponent - exponent);
  return scale(a) % scale(b) === 0n;
}

function decimal(value: number): { digits: bigint; exponent: number } {
  const [mantissa, power] = value.toExponential().split("e") as [string, string];
  const [integer, fraction = ""] = mantissa.split(".") as [string, string?];
  return { digits: BigInt(integer + fraction), exponent: Number(power) - fraction.length };
}
