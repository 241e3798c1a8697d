import type { SchemaObject, Tool } from "../ir.js";
import type { Options } from "../options.js";

// Integers of 64 bits: the schemas that describe them, and the types of their values in memory.

/**
 * The form of a 64-bit argument in memory. `number`: values beyond 2^53 are refused. `exact`: a number if that is
 * exact, otherwise a bigint. Our own code uses `exact`, because it sends the digits.
 */
export type IntegerForm = Options["int64"] | "exact";

/** The TypeScript types that a 64-bit integer may have. */
export type IntegerType = Options["int64"];

/** The form of 64-bit integers for one tool. The option applies only to code that the user writes. Other tools always get every digit. */
export function integerForm({ binding, int64 }: Tool, options: Options): IntegerForm {
  const isUsersCode = binding.kind === "handler" || binding.kind === "module";
  return isUsersCode ? (int64 ?? options.int64) : "exact";
}

/** The types that arguments have in a form. */
export function argumentTypes(form: IntegerForm): readonly IntegerType[] {
  return form === "exact" ? ["number", "bigint"] : [form];
}

/** The types that results have in a form. Results that our own code reads keep the digits of large integers as text, for the model. */
export function resultTypes(form: IntegerForm): readonly IntegerType[] {
  return form === "exact" ? ["number", "string"] : [form];
}

/**
 * Whether a schema describes 64-bit integers that a number may not hold exactly. If the bounds or the listed values
 * fit a number, it is a plain integer. A schema that also permits strings is excluded, because digits could be
 * mistaken for text.
 */
export function isWide(schema: SchemaObject | boolean): schema is SchemaObject & { format: WideFormat } {
  if (typeof schema === "boolean" || (schema.format !== "int64" && schema.format !== "uint64")) return false;
  const types = [schema.type ?? []].flat();
  const isInteger = types.includes("integer") && types.every((type) => type === "integer" || type === "null");
  return isInteger && schema.enum === undefined && schema.const === undefined && !isWithinNumber(schema);
}

export type WideFormat = "int64" | "uint64";

/** Removes the bounds that every integer of the format has anyway. Many documents write down the limits of 64 bits. */
export function withoutImpliedBounds(schema: SchemaObject): SchemaObject {
  if (!isWide(schema)) return schema;
  const { minimum = -Infinity, maximum = Infinity, ...rest } = schema;
  const [least, most] = schema.format === "uint64" ? [0, 2 ** 64] : [-(2 ** 63), 2 ** 63];
  return { ...rest, ...(minimum > least && { minimum }), ...(maximum < most && { maximum }) };
}

/** Whether the bounds of an integer keep it in the range that a number holds exactly. */
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
