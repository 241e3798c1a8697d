import type { GeminiSchema } from "@toolpress/runtime";
import type { Schema, SchemaObject } from "../ir.js";
import type { Codec } from "./codec.js";
import { describeKeywords, finish } from "./describe.js";
import { inside, lowered, type Lowered, type Lowering, type Outcome, type Position } from "./lowering.js";
import { typesOf, without } from "./schema-facts.js";
import { sketch } from "./sketch.js";

// Lowers schemas of arrays: lists and tuples.

export function lowerArray(schema: Schema, position: Position, lowering: Lowering): Outcome | undefined {
  if (typeof schema === "boolean" || typesOf(schema)[0] !== "array") return undefined;
  if ((schema.prefixItems ?? []).length > 0) return lowerTuple(schema, position, lowering);
  const item = withoutDefault(schema.items ?? true);
  const items = lowering.lower(item, inside(position, item, "items"));
  const notes = describeKeywords(schema, "array", position, lowering);
  if (items === "never") return onlyEmpty(schema, notes);
  return lowered(
    { type: "ARRAY", items: finish(items), ...lengths(schema) },
    items.codec && { kind: "array", items: items.codec },
    notes,
  );
}

/** Removes the default of the schema of an item. An item is never missing, so its default would never apply. */
function withoutDefault(schema: Schema): Schema {
  if (typeof schema === "boolean" || schema.default === undefined) return schema;
  return without(schema, "default");
}

/** Lowers an array whose items can have no valid value. Only the empty array is valid. */
function onlyEmpty(schema: SchemaObject, notes: readonly string[]): Outcome {
  if ((schema.minItems ?? 0) > 0) return "never";
  return lowered({ type: "ARRAY", items: { type: "STRING" }, maxItems: 0 }, undefined, notes);
}

function lengths(schema: SchemaObject): Pick<GeminiSchema, "minItems" | "maxItems"> {
  return {
    ...(schema.minItems !== undefined && { minItems: schema.minItems }),
    ...(schema.maxItems !== undefined && { maxItems: schema.maxItems }),
  };
}

/**
 * Lowers a tuple to a list. Each item of the list may match the schema of any position. The description lists the
 * positions in order. The codec of each position decodes the item at this position.
 */
function lowerTuple(schema: SchemaObject, position: Position, lowering: Lowering): Outcome {
  const positions = schema.prefixItems ?? [];
  const outcomes = positions.map((item, index) =>
    lowering.lower(item, inside(position, item, "prefixItems", index)),
  );
  const firstNever = outcomes.indexOf("never");
  const prefix = (firstNever === -1 ? outcomes : outcomes.slice(0, firstNever)) as readonly Lowered[];
  const tail = firstNever === -1 ? lowerTail(schema, position, lowering) : "never";
  const longest = Math.min(schema.maxItems ?? Infinity, tail === "never" ? prefix.length : Infinity);
  if ((schema.minItems ?? 0) > longest) return "never";
  lowering.record("tuple-to-array", position, `${positions.length} positions`);
  const distinct = distinctItems(tail === "never" ? prefix : [...prefix, tail]);
  const [first, ...others] = distinct;
  const notes = [
    ...(others.length === 0 ? [] : [`In order: ${sketch({ prefixItems: positions })}.`]),
    ...describeKeywords(schema, "array", position, lowering),
  ];
  if (first === undefined) return onlyEmpty(schema, notes);
  return lowered(
    {
      type: "ARRAY",
      items: others.length === 0 ? first : { anyOf: distinct },
      ...(schema.minItems !== undefined && { minItems: schema.minItems }),
      ...(longest !== Infinity && { maxItems: longest }),
    },
    tupleCodec(prefix, tail),
    notes,
  );
}

/**
 * Lowers the items after the last position of a tuple. A tuple without `items` is declared as closed, because its
 * author rarely wants further items. The validator still accepts further items.
 */
function lowerTail(schema: SchemaObject, position: Position, lowering: Lowering): Outcome {
  if (schema.items !== undefined)
    return lowering.lower(schema.items, inside(position, schema.items, "items"));
  if ((schema.maxItems ?? Infinity) > (schema.prefixItems ?? []).length)
    lowering.record("tuple-closed", position, "items");
  return "never";
}

/**
 * Returns the different schemas of the items. The branches of a union count as separate schemas, because a union inside
 * of a union adds no meaning.
 */
function distinctItems(items: readonly Lowered[]): GeminiSchema[] {
  const finished = items.map(finish).flatMap((item) => item.anyOf ?? [item]);
  const seen = new Set<string>();
  return finished.filter((item) => {
    const key = JSON.stringify(item);
    return !seen.has(key) && seen.add(key);
  });
}

function tupleCodec(prefix: readonly Lowered[], tail: Outcome): Codec | undefined {
  const rest = tail === "never" ? undefined : tail.codec;
  const codecs = prefix.map((item) => item.codec);
  if (rest === undefined && codecs.every((codec) => codec === undefined)) return undefined;
  return { kind: "tuple", prefix: codecs, rest };
}
