import type { SchemaObject, TypeName } from "../../ir.js";
import { code, num, type Code } from "../../base/code.js";
import { describe } from "../describe.js";
import { formats } from "../../base/formats.js";
import { withoutImpliedBounds } from "../../base/int64.js";
import { longestMatched } from "../../check/patterns/longest-text.js";
import { hoistPattern } from "./patterns.js";
import { comparable, isNotMultiple, exceeds64Bits, wideRange, wideTypes } from "./integers.js";
import type { Guard } from "./plan.js";
import { type PlainCode, report, type Site } from "./scope.js";

/**
 * Returns the guards of a value that is known to be a string. The length is checked before the pattern, and the pattern
 * before the format.
 */
export function stringGuards(original: SchemaObject, site: Site): Guard[] {
  const { value, scope } = site;
  const schema = withSafeLength(original, site);
  const guards = guardsOf(schema, site, "string");
  const { minLength = 0, maxLength } = schema;
  if (minLength === 1) guards.add("minLength", code`${value} === ""`);
  if (minLength > 1)
    guards.add("minLength", code`${scope.module.use("isShorter")}(${value}, ${num(minLength)})`);
  if (maxLength !== undefined)
    guards.add("maxLength", code`${scope.module.use("isLonger")}(${value}, ${num(maxLength)})`);
  const unmatched = isUnmatched(schema, site);
  if (unmatched !== undefined) guards.add("pattern", unmatched);
  guards.addFormat();
  return guards.list;
}

/**
 * Prints a condition that is true if a text does not match the pattern. The condition is also true for a text that is
 * too long for the pattern, unless the schema has `patternUpTo`.
 */
function isUnmatched(schema: SchemaObject, site: Site): Code | undefined {
  const { pattern, patternUpTo, maxLength = Infinity } = schema;
  if (pattern === undefined || patternUpTo === 0) return undefined;
  const constant = hoistPattern(site, pattern, schema);
  const test = code`!${constant}.test(${site.value})`;
  if (patternUpTo !== undefined) return code`${site.value}.length <= ${num(patternUpTo)} && ${test}`;
  if (maxLength <= longestMatched) return test;
  return code`!${site.scope.module.use("matches")}(${site.value}, ${constant})`;
}

/** Limits the length of the text if a pattern could be slow on longer texts. */
function withSafeLength(schema: SchemaObject, { scope }: Site): SchemaObject {
  const { pattern, patternUpTo, maxLength = Infinity } = schema;
  if (patternUpTo !== undefined) return schema;
  const longest = pattern === undefined ? longestMatched : scope.module.options.longestText(pattern);
  return longest < Math.min(maxLength, longestMatched) ? { ...schema, maxLength: longest } : schema;
}

/** Returns the guards of a value that is known to be a number. */
export function numberGuards(schema: SchemaObject, site: Site): Guard[] {
  const wide = wideTypes(schema, site.scope.module);
  const value = comparable(site.value, wide);
  const guards = guardsOf(schema, site, "number");
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = withoutImpliedBounds(schema);
  if (minimum !== undefined) guards.add("minimum", code`${value} < ${num(minimum)}`);
  if (exclusiveMinimum !== undefined) guards.add("minimum", code`${value} <= ${num(exclusiveMinimum)}`);
  if (maximum !== undefined) guards.add("maximum", code`${value} > ${num(maximum)}`);
  if (exclusiveMaximum !== undefined) guards.add("maximum", code`${value} >= ${num(exclusiveMaximum)}`);
  if (multipleOf !== undefined) guards.add("multipleOf", isNotMultiple(multipleOf, site, wide));
  const tooWide = exceeds64Bits(schema, site);
  if (tooWide !== undefined)
    guards.list.push({
      site,
      when: tooWide,
      then: (print) => report(site, "format", wideRange(schema), print),
    });
  if (wide === undefined && !isImplied(schema, site)) guards.addFormat();
  return guards.list;
}

/** Returns whether the format needs no check. An integer that a number holds exactly always fits into 64 bits. */
function isImplied({ format, type = [] }: SchemaObject, { scope }: Site): boolean {
  const isInteger = [type].flat().includes("integer") && !type.includes("number");
  return scope.module.options.integers.of === "arguments" && isInteger && format === "int64";
}

function guardsOf(schema: SchemaObject, site: Site, type: TypeName) {
  const { module } = site.scope;
  const expected = describe({ type, ...schema }, module.options.resolve);
  const list: Guard[] = [];
  const add = (issue: PlainCode, when: Code): void => {
    list.push({ site, when, then: (print) => report(site, issue, expected, print) });
  };
  const addFormat = (): void => {
    const format =
      module.options.assertFormats && schema.format !== undefined ? formats.get(schema.format) : undefined;
    if (format?.type === type) add("format", code`!${module.use(format.test)}(${site.value})`);
  };
  return { list, add, addFormat };
}
