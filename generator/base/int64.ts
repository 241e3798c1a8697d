import type { SchemaObject, Tool } from "../ir.js";
import type { Options } from "../options.js";

// Integers of 64 bits: which schemas describe them, and how values of them are held in memory.

/**
 * How an argument of 64 bits is held. `number`: values beyond 2^53 are refused. `exact`: a number where that is exact, else a
 * bigint; for tools that our own code calls, which sends the digits.
 */
export type IntegerForm = Options["int64"] | "exact";

/** The TypeScript types that a 64-bit integer may have. */
export type IntegerType = Options["int64"];

/** The option is about code that the user writes: other tools get every digit whatever it says. */
export function integerForm({ binding, int64 }: Tool, options: Options): IntegerForm {
  const isUsersCode = binding.kind === "handler" || binding.kind === "module";
  return isUsersCode ? (int64 ?? options.int64) : "exact";
}

/** Types of arguments in a form. */
export function argumentTypes(form: IntegerForm): readonly IntegerType[] {
  return form === "exact" ? ["number", "bigint"] : [form];
}

/** Types of results: what our own code reads keeps the digits of large integers as text, for the model. */
export function resultTypes(form: IntegerForm): readonly IntegerType[] {
  return form === "exact" ? ["number", "string"] : [form];
}

/**
 * Whether a schema describes integers of 64 bits, some of which a number cannot hold. One whose bounds or values fit a number is a
 * plain integer. Beside strings digits could be mistaken for text, so such a schema is none either.
 */
export function isWide(schema: SchemaObject | boolean): schema is SchemaObject & { format: WideFormat } {
  if (typeof schema === "boolean" || (schema.format !== "int64" && schema.format !== "uint64")) return false;
  const types = [schema.type ?? []].flat();
  const isInteger = types.includes("integer") && types.every((type) => type === "integer" || type === "null");
  return isInteger && schema.enum === undefined && schema.const === undefined && !isWithinNumber(schema);
}

export type WideFormat = "int64" | "uint64";

/** A schema without the bounds that every integer of its format keeps: many documents write the limits of 64 bits down. */
export function withoutImpliedBounds(schema: SchemaObject): SchemaObject {
  if (!isWide(schema)) return schema;
  const { minimum = -Infinity, maximum = Infinity, ...rest } = schema;
  const [least, most] = schema.format === "uint64" ? [0, 2 ** 64] : [-(2 ** 63), 2 ** 63];
  return { ...rest, ...(minimum > least && { minimum }), ...(maximum < most && { maximum }) };
}

/** Whether the bounds of an integer keep it within what a number holds exactly. */
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
