import type { GeminiSchema } from "@toolpress/runtime";
import type { Schema, SchemaObject } from "../ir.js";
import { nameNote, unused, wireNames } from "./argument-names.js";
import type { Codec, FieldCodec } from "./codec.js";
import { finish } from "./describe.js";
import { joinObject, hasVariants } from "./join-object.js";
import { inside, lowered, type Lowered, type Lowering, type Outcome, type Position } from "./lowering.js";
import { lowerEmptyObject, lowerMap, restOf } from "./maps.js";
import { lowerNested } from "./nested-objects.js";
import { typesOf } from "./schema-facts.js";

// Lowers objects with named properties.

/**
 * Lowers an object that has both properties and variants to one object. This function is tried before `lowerUnion`,
 * which would repeat the properties in each branch.
 */
export function lowerVariants(schema: Schema, position: Position, lowering: Lowering): Outcome | undefined {
  if (typeof schema === "boolean" || typesOf(schema)[0] !== "object") return undefined;
  const hasOwn = Object.keys(schema.properties ?? {}).length > 0 || schema.allOf !== undefined;
  if (!hasVariants(schema) || !hasOwn) return undefined;
  return lowerObject(schema, position, lowering);
}

/** Lowers an object with named properties, or a map. */
export function lowerObject(schema: Schema, position: Position, lowering: Lowering): Outcome | undefined {
  if (typeof schema === "boolean" || typesOf(schema)[0] !== "object") return undefined;
  const { schema: flat, position: there, notes } = joinObject(schema, position, lowering);
  if (Object.keys(flat.properties ?? {}).length === 0) return lowerMap(flat, notes, there, lowering);
  const record = lowerRecord(flat, there, lowering);
  if (record === "never") return "never";
  if (record.schema.properties === undefined) return lowerEmptyObject(flat, notes, position, lowering);
  return { ...record, notes: [...notes, ...record.notes] };
}

/** Lowers the properties of an object. The result has no `properties` if no property can have a valid value. */
export function lowerRecord(schema: SchemaObject, position: Position, lowering: Lowering): Outcome {
  const fields = lowerFields(schema, position, lowering);
  if (fields === "never") return "never";
  const rest = lowerRest(schema, fields, position, lowering);
  const properties: [string, GeminiSchema][] = fields.map(({ wire, outcome }) => [wire, finish(outcome)]);
  if (rest !== undefined) properties.push([rest.wire, finish(rest.outcome)]);
  const required = fields
    .filter(({ name }) => (schema.required ?? []).includes(name))
    .map(({ wire }) => wire);
  return lowered(
    {
      type: "OBJECT",
      ...(properties.length > 0 && {
        properties: Object.fromEntries(properties),
        ...(lowering.ordered && { propertyOrdering: properties.map(([name]) => name) }),
      }),
      ...(required.length > 0 && { required }),
      ...(rest === undefined && counts(schema)),
    },
    recordCodec(fields, rest),
    describeCount(schema, rest !== undefined),
  );
}

interface Field {
  readonly name: string;
  readonly wire: string;
  readonly outcome: Lowered;
}

function lowerFields(
  schema: SchemaObject,
  position: Position,
  lowering: Lowering,
): readonly Field[] | "never" {
  const properties = schema.properties ?? {};
  const names = wireNames(Object.keys(properties));
  const fields: Field[] = [];
  for (const [name, child] of Object.entries(properties)) {
    const there = inside(position, child, "properties", name);
    const outcome = lowerNested(child, (schema.required ?? []).includes(name), there, lowering);
    const wire = names.get(name) ?? name;
    if (outcome !== "never") {
      if (wire !== name) lowering.record("argument-renamed", there, wire);
      fields.push({
        name,
        wire,
        outcome: { ...outcome, notes: [...outcome.notes, ...nameNote(name, wire)] },
      });
      continue;
    }
    lowering.record(child === false ? "false-dropped" : "value-impossible", there, name);
    if ((schema.required ?? []).includes(name)) return "never";
  }
  return fields;
}

interface Rest {
  readonly wire: string;
  readonly outcome: Lowered;
  readonly codec: Codec;
}

/**
 * Lowers the properties that have no name in the schema. On the wire, one extra property contains these properties.
 * Its name is `more`, or `more_2` if the schema has a property `more`.
 */
function lowerRest(
  schema: SchemaObject,
  fields: readonly Field[],
  position: Position,
  lowering: Lowering,
): Rest | undefined {
  const rest = restOf(schema);
  if (rest === undefined) return undefined;
  const taken = new Set([...Object.keys(schema.properties ?? {}), ...fields.map(({ wire }) => wire)]);
  const wire = unused("more", taken);
  const map: SchemaObject = { ...rest, type: "object" };
  const outcome = lowerMap(
    map,
    ["Further properties."],
    inside(position, map, "additionalProperties"),
    lowering,
  );
  if (outcome === "never" || outcome.codec === undefined || outcome.codec.kind === "words") return undefined;
  lowering.record("additional-to-entries", position, wire);
  return { wire, outcome, codec: outcome.codec };
}

function recordCodec(fields: readonly Field[], rest: Rest | undefined): Codec | undefined {
  const codecs: FieldCodec[] = fields.map(({ name, wire, outcome }) => ({
    name,
    wire,
    codec: outcome.codec,
  }));
  const same = codecs.every(({ name, wire, codec }) => name === wire && codec === undefined);
  if (same && rest === undefined) return undefined;
  return { kind: "object", fields: codecs, rest: rest && { wire: rest.wire, codec: rest.codec } };
}

function counts(schema: SchemaObject): Pick<GeminiSchema, "minProperties" | "maxProperties"> {
  return {
    ...(schema.minProperties !== undefined && { minProperties: schema.minProperties }),
    ...(schema.maxProperties !== undefined && { maxProperties: schema.maxProperties }),
  };
}

function describeCount(schema: SchemaObject, hasRest: boolean): readonly string[] {
  if (!hasRest) return [];
  return [
    ...(schema.minProperties === undefined ? [] : [`At least ${schema.minProperties} properties.`]),
    ...(schema.maxProperties === undefined ? [] : [`At most ${schema.maxProperties} properties.`]),
  ];
}
