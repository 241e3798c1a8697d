import { canonical } from "../base/canonical.js";
import type { Json, SchemaObject, TypeName } from "../ir.js";
import { type Keyword, keywordsWhere, normalForm } from "../base/vocabulary.js";

/** The result of a merge if no value satisfies both schemas. */
export interface Conflict {
  readonly conflict: string;
}

/** The types that both schemas allow. Every integer is also a number. */
export function intersectTypes(
  a: SchemaObject["type"],
  b: SchemaObject["type"],
): SchemaObject["type"] | Conflict {
  if (a === undefined || b === undefined) return a ?? b;
  const [left, right] = [[a].flat() as TypeName[], [b].flat() as TypeName[]];
  const common = new Set<TypeName>();
  for (const type of left) {
    if (right.includes(type)) common.add(type);
    else if (type === "integer" && right.includes("number")) common.add("integer");
    else if (type === "number" && right.includes("integer")) common.add("integer");
  }
  if (common.size === 0) return { conflict: `type ${left.join(" or ")} against type ${right.join(" or ")}` };
  return common.size === 1 ? [...common][0]! : [...common];
}

/** The values that both schemas allow. Undefined if neither schema lists its values. */
export function intersectValues(
  a: SchemaObject,
  b: SchemaObject,
): { readonly const: Json } | { readonly enum: readonly Json[] } | Conflict | undefined {
  const [left, right] = [valuesOf(a), valuesOf(b)];
  if (left === undefined || right === undefined) {
    const holder = left === undefined ? b : a;
    if (left === undefined && right === undefined) return undefined;
    return pickValues(holder);
  }
  const allowed = new Set(right.map(canonical));
  const common = left.filter((value) => allowed.has(canonical(value)));
  if (common.length === 0 && left.length > 0 && right.length > 0)
    return { conflict: `one of ${short(left)} against one of ${short(right)}` };
  const constant = Object.hasOwn(a, "const") || Object.hasOwn(b, "const");
  return constant && common.length === 1 ? { const: common[0]! } : { enum: common };
}

/** The values that a schema lists in `enum` or `const`. */
function valuesOf(schema: SchemaObject): readonly Json[] | undefined {
  if (!Object.hasOwn(schema, "const")) return schema.enum;
  const only = schema.const as Json;
  const print = canonical(only);
  return schema.enum === undefined || schema.enum.some((value) => canonical(value) === print) ? [only] : [];
}

function pickValues(schema: SchemaObject): { readonly const: Json } | { readonly enum: readonly Json[] } {
  const values = valuesOf(schema)!;
  return Object.hasOwn(schema, "const") && values.length === 1 ? { const: values[0]! } : { enum: values };
}

function short(values: readonly Json[]): string {
  const text = values
    .slice(0, 4)
    .map((value) => JSON.stringify(value))
    .join(", ");
  return values.length > 4 ? `${text}, …` : text;
}

type Merge = (a: unknown, b: unknown) => unknown;

/**
 * Functions for the words in the column `merge` of the table of keywords. The first argument may be
 * undefined.
 */
const merges: Readonly<Partial<Record<NonNullable<Keyword["merge"]>, Merge>>> = {
  largest: (a = -Infinity, b) => Math.max(Number(a), Number(b)),
  smallest: (a = Infinity, b) => Math.min(Number(a), Number(b)),
  either: (a, b) => (b === true ? true : a),
  all: (a = [], b) => [...new Set([...(a as readonly string[]), ...(b as readonly string[])])],
  first: (a, b) => (a === undefined ? b : a),
};

/** Merges keywords of `b` into those of `a`. Only keywords with a function in `merges` are merged. */
export function mergeSimple(a: SchemaObject, b: SchemaObject): Partial<SchemaObject> {
  const merged: Record<string, unknown> = {};
  for (const keyword of simple) {
    if (b[keyword] === undefined) continue;
    const value = merges[normalForm[keyword].merge!]!(a[keyword], b[keyword]);
    if (value !== undefined) merged[keyword] = value;
  }
  return merged;
}

const simple = keywordsWhere(({ merge }) => merge !== undefined && merges[merge] !== undefined);

/**
 * Returns the least common multiple of two numbers. If the numbers differ, the result is undefined unless both
 * numbers and the multiple are safe integers.
 */
export function commonMultiple(a: number, b: number): number | undefined {
  if (a === b) return a;
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b)) return undefined;
  let [high, low] = [a, b];
  while (low !== 0) [high, low] = [low, high % low];
  const multiple = (a / high) * b;
  return Number.isSafeInteger(multiple) ? multiple : undefined;
}
