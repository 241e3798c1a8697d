import { argumentTypes, type IntegerType, isWide, isWithinNumber } from "../../base/int64.js";
import type { SchemaObject } from "../../ir.js";
import { code, join, num, type Code } from "../../base/code.js";
import type { CheckModule } from "./check-module.js";
import type { Site } from "./scope.js";

// Prints tests for integers. The values that count as an integer differ between arguments, results and plain JSON.

/**
 * Returns the types that a 64-bit integer of this schema may have. Returns undefined for plain integers and for values
 * that are not arguments.
 */
export function wideTypes(schema: SchemaObject, module: CheckModule): readonly IntegerType[] | undefined {
  const { integers } = module.options;
  return integers.of === "arguments" && isWide(schema) ? integers.forms.flatMap(argumentTypes) : undefined;
}

/** Prints a condition that is true if a value is not an integer. */
export function isNotInteger({ value, scope, integer }: Site): Code {
  const { module } = scope;
  const tests = testsFor(integer, module).map((test) =>
    test === "bigint" ? code`typeof ${value} !== "bigint"` : code`!${module.use(test)}(${value})`,
  );
  return join(tests, " && ");
}

export function isInteger({ value, scope, integer }: Site): Code {
  const { module } = scope;
  const tests = testsFor(integer, module).map((test) =>
    test === "bigint" ? code`typeof ${value} === "bigint"` : code`${module.use(test)}(${value})`,
  );
  return tests.length === 1 ? tests[0]! : code`(${join(tests, " || ")})`;
}

/**
 * Returns the names of the tests for integers: functions of the runtime, or "bigint". A value is an integer if one of
 * the tests passes.
 */
function testsFor(schema: SchemaObject | undefined, module: CheckModule): readonly string[] {
  const { integers } = module.options;
  if (integers.of !== "arguments" || schema === undefined) return ["isInteger"];
  const wide = wideTypes(schema, module);
  // Bounds within the range of exact numbers already exclude integers that were rounded.
  if (wide === undefined) return [isWithinNumber(schema) ? "isInteger" : "isSafeInteger"];
  const [number, bigint] = [wide.includes("number"), wide.includes("bigint")];
  const numeric = number ? [bigint ? "isExactInteger" : "isSafeInteger"] : bigint ? ["bigint"] : [];
  return [...numeric, ...(wide.includes("string") ? ["isDigits"] : [])];
}

/** Prints a 64-bit integer so that it can be compared with a number. */
export function comparable(value: Code, wide: readonly IntegerType[] | undefined): Code {
  return wide?.includes("string") === true ? code`BigInt(${value})` : value;
}

/** Prints a condition that is true if an integer is not a multiple of `step`. */
export function isNotMultiple(
  step: number,
  { value, scope }: Site,
  wide: readonly IntegerType[] | undefined,
): Code {
  const isPlain = wide === undefined || wide.every((type) => type === "number");
  if (!isPlain) return code`!${scope.module.use("isMultiple")}(BigInt(${value}), ${num(step)})`;
  return Number.isInteger(step)
    ? code`${value} % ${num(step)} !== 0`
    : code`!${scope.module.use("isMultiple")}(${value}, ${num(step)})`;
}

/**
 * Prints a condition that is true if an integer does not fit into 64 bits. Returns undefined if the types of the
 * integer cannot hold such a value.
 */
export function exceeds64Bits(schema: SchemaObject, { value, scope }: Site): Code | undefined {
  const wide = wideTypes(schema, scope.module);
  if (wide === undefined) return undefined;
  const isNumber = wide.every((type) => type === "number");
  if (isNumber) return schema.format === "uint64" ? code`${value} < 0` : undefined;
  const fits = schema.format === "uint64" ? "fitsUint64" : "fitsInt64";
  return code`!${scope.module.use(fits)}(${value})`;
}

/** Returns the expected range for the issue about an integer that does not fit into 64 bits. */
export function wideRange({ format }: SchemaObject): string {
  const [least, most] = format === "uint64" ? [0n, 2n ** 64n - 1n] : [-(2n ** 63n), 2n ** 63n - 1n];
  return `integer from ${least} to ${most}, as digits in a string`;
}

/**
 * Prints a condition that is true if a result is not a string of digits. Returns undefined if no tool returns integers
 * as digits.
 */
export function isNotDigits(schema: SchemaObject, types: readonly string[], site: Site): Code | undefined {
  const { module } = site.scope;
  const { integers } = module.options;
  const isNumeric = types.includes("integer") || types.includes("number");
  // A schema that allows strings needs no test for digits. Integers whose bounds stay within 2^53 are never
  // returned as digits.
  const isRuledOut = types.includes("string") || isWithinNumber(schema);
  if (integers.of !== "results" || !isNumeric || isRuledOut) return undefined;
  const { forms } = integers;
  const test =
    isWide(schema) && forms.includes("string")
      ? "isDigits"
      : forms.includes("exact") || (isWide(schema) && forms.includes("bigint"))
        ? "isLargeDigits"
        : undefined;
  return test && code`!${module.use(test)}(${site.value})`;
}
