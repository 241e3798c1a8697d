import type { SchemaObject, Tool } from "../ir.js";
import type { Options } from "../options.js";

// Facts about 64-bit integers: the schemas that describe them, and the types of their values in memory.

/**
 * The form of 64-bit integers in memory. With "number", values beyond 2^53 are refused. With "exact", a value is a
 * number if the number is exact, and otherwise a bigint. Tools that run no user code have the form "exact", because
 * such tools only pass on the digits.
 */
export type IntegerForm = Options["int64"] | "exact";

/** The TypeScript types that a 64-bit integer may have. */
export type IntegerType = Options["int64"];

/**
 * Returns the form of 64-bit integers for a tool. The option applies only to tools that run the user's own code. All
 * other tools have the form "exact".
 */
export function integerForm({ binding, int64 }: Tool, options: Options): IntegerForm {
  const isUsersCode = binding.kind === "handler" || binding.kind === "module";
  return isUsersCode ? (int64 ?? options.int64) : "exact";
}

/** Returns the types of a 64-bit integer in arguments. */
export function argumentTypes(form: IntegerForm): readonly IntegerType[] {
  return form === "exact" ? ["number", "bigint"] : [form];
}

/**
 * Returns the types of a 64-bit integer in results. With the form "exact", a large integer is a string of digits,
 * because the model reads the result as JSON.
 */
export function resultTypes(form: IntegerForm): readonly IntegerType[] {
  return form === "exact" ? ["number", "string"] : [form];
}

/**
 * Returns whether a schema describes a 64-bit integer that a number may not hold exactly. The result is false if
 * bounds or listed values limit the integer to exact numbers. It is also false if the schema allows values other than
 * integers and null, because a string of digits could be mistaken for another value.
 */
export function isWide(schema: SchemaObject | boolean): schema is SchemaObject & { format: WideFormat } {
  if (typeof schema === "boolean" || (schema.format !== "int64" && schema.format !== "uint64")) return false;
  const types = [schema.type ?? []].flat();
  const isInteger = types.includes("integer") && types.every((type) => type === "integer" || type === "null");
  return isInteger && schema.enum === undefined && schema.const === undefined && !isWithinNumber(schema);
}

export type WideFormat = "int64" | "uint64";

/** Removes the bounds that only repeat the limits of the format. Many documents contain these limits. */
export function withoutImpliedBounds(schema: SchemaObject): SchemaObject {
  if (!isWide(schema)) return schema;
  const { minimum = -Infinity, maximum = Infinity, ...rest } = schema;
  const [least, most] = schema.format === "uint64" ? [0, 2 ** 64] : [-(2 ** 63), 2 ** 63];
  return { ...rest, ...(minimum > least && { minimum }), ...(maximum < most && { maximum }) };
}

/** Returns whether the bounds of an integer limit it to the range in which numbers are exact. */
export function isWithinNumber(schema: SchemaObject): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, format } = schema;
  const least = Math.max(
    minimum ?? -Infinity,
    exclusiveMinimum ?? -Infinity,
    format === "uint64" ? 0 : -Infinity,
  );
  const most = Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  return least >= Number.MIN_SAFE_INTEGER && most <= Number.MAX_SAFE_INTEGER;
}
