import type { SchemaObject, TypeName } from "../../ir.js";
import { code, num, type Code } from "../code.js";
import { describe } from "../describe.js";
import type { IssueCode } from "../../../runtime/issue.js";
import { formats } from "../../formats.js";
import { longestMatched } from "../../patterns/longest-text.js";
import { hoistPattern } from "./patterns.js";
import type { Guard } from "./plan.js";
import { report, type Site } from "./scope.js";

/** Guards of a value known to be a string: length before pattern, pattern before format. */
export function stringGuards(given: SchemaObject, site: Site): Guard[] {
  const { value, scope } = site;
  const schema = withSafeLength(given, site);
  const guards = guardsOf(schema, site, "string");
  const { minLength = 0, maxLength, pattern } = schema;
  if (minLength === 1) guards.add("minLength", code`${value} === ""`);
  if (minLength > 1)
    guards.add("minLength", code`${scope.module.use("isShorter")}(${value}, ${num(minLength)})`);
  if (maxLength !== undefined)
    guards.add("maxLength", code`${scope.module.use("isLonger")}(${value}, ${num(maxLength)})`);
  if (pattern !== undefined) {
    const constant = hoistPattern(site, pattern, schema);
    const isCapped = maxLength !== undefined && maxLength <= longestMatched;
    guards.add(
      "pattern",
      isCapped
        ? code`!${constant}.test(${value})`
        : code`!${scope.module.use("matches")}(${value}, ${constant})`,
    );
  }
  guards.addFormat();
  return guards.list;
}

/** A pattern that can be slow is tried on texts only that it cannot be slow for. */
function withSafeLength(schema: SchemaObject, { scope }: Site): SchemaObject {
  const { pattern, maxLength = Infinity } = schema;
  const longest = pattern === undefined ? longestMatched : scope.module.options.longestText(pattern);
  return longest < Math.min(maxLength, longestMatched) ? { ...schema, maxLength: longest } : schema;
}

/** Guards of a value known to be a number. */
export function numberGuards(schema: SchemaObject, site: Site): Guard[] {
  const { value, scope } = site;
  const guards = guardsOf(schema, site, "number");
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (minimum !== undefined) guards.add("minimum", code`${value} < ${num(minimum)}`);
  if (exclusiveMinimum !== undefined) guards.add("minimum", code`${value} <= ${num(exclusiveMinimum)}`);
  if (maximum !== undefined) guards.add("maximum", code`${value} > ${num(maximum)}`);
  if (exclusiveMaximum !== undefined) guards.add("maximum", code`${value} >= ${num(exclusiveMaximum)}`);
  if (multipleOf !== undefined) {
    const isWhole = Number.isInteger(multipleOf);
    guards.add(
      "multipleOf",
      isWhole
        ? code`${value} % ${num(multipleOf)} !== 0`
        : code`!${scope.module.use("isMultiple")}(${value}, ${num(multipleOf)})`,
    );
  }
  guards.addFormat();
  return guards.list;
}

function guardsOf(schema: SchemaObject, site: Site, type: TypeName) {
  const { module } = site.scope;
  const expected = describe({ type, ...schema }, module.options.resolve);
  const list: Guard[] = [];
  const add = (issue: IssueCode, when: Code): void => {
    list.push({ when, then: report(site, issue, expected) });
  };
  const addFormat = (): void => {
    const format =
      module.options.assertFormats && schema.format !== undefined ? formats.get(schema.format) : undefined;
    if (format?.type === type) add("format", code`!${module.use(format.test)}(${site.value})`);
  };
  return { list, add, addFormat };
}
