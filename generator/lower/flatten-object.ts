import type { Schema, SchemaObject } from "../ir.js";
import { inside, type Lowering, type Place } from "./lowering.js";
import { follow, isExhausted } from "./references.js";
import { isAnything, typesOf, without } from "./schema-facts.js";
import { sketch } from "./sketch.js";

// Variants of an object as one object.

/** An object schema as one list of properties, with what could not be kept of its variants. */
export interface FlatObject {
  readonly schema: SchemaObject;
  /** With every reference that was followed on the way. */
  readonly place: Place;
  readonly notes: readonly string[];
}

const inPlace = ["allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"] as const;

/** Whether an object's variants only add to properties it has itself, so that one object can stand for all of them. */
export function hasVariants(schema: SchemaObject): boolean {
  return inPlace.some((keyword) => schema[keyword] !== undefined);
}

/**
 * One object for all variants: every property that some variant knows, required where every variant requires it.
 * It allows more than the variants do; the validator knows them.
 */
export function flattenObject(schema: SchemaObject, place: Place, lowering: Lowering): FlatObject {
  if (!hasVariants(schema)) return { schema: nameRequired(schema), place, notes: [] };
  const base = nameRequired(without(schema, ...inPlace));
  const parts = [
    ...(schema.allOf ?? []).map((part) => [part]),
    ...[schema.anyOf, schema.oneOf].filter((part) => part !== undefined),
    // A condition may hold or not, so that nothing in it is certain.
    ...[schema.then, schema.else, ...Object.values(schema.dependentSchemas ?? {})]
      .filter((part) => part !== undefined)
      .map((part) => [part, true] as const),
  ];
  let flat = base;
  let there = place;
  for (const variants of parts) {
    const flats = variants
      .filter((variant) => variant !== false)
      .map((variant) => flatVariant(variant, place, lowering))
      .filter((variant) => canBeObject(variant.schema));
    flat = joinVariants(
      flat,
      flats.map((variant) => variant.schema),
    );
    there = { ...there, through: [...there.through, ...flats.flatMap((variant) => variant.followed)] };
  }
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches === undefined) return { schema: flat, place: there, notes: [] };
  lowering.record("variants-flattened", place, `${branches.length} variants`);
  const table = branches.map((branch) => sketch(variantSketch(branch, place, lowering)));
  return { schema: flat, place: there, notes: [`One of: ${table.join(" or ")}.`] };
}

/** A property that is required and nowhere described is still a property. */
function nameRequired(schema: SchemaObject): SchemaObject {
  const properties = schema.properties ?? {};
  const unnamed = (schema.required ?? []).filter((name) => !Object.hasOwn(properties, name));
  if (unnamed.length === 0) return schema;
  const described = schema.patternProperties === undefined ? (schema.additionalProperties ?? true) : true;
  return {
    ...schema,
    properties: Object.fromEntries([
      ...Object.entries(properties),
      ...unnamed.map((name) => [name, described] as const),
    ]),
  };
}

function joinVariants(base: SchemaObject, flats: readonly SchemaObject[]): SchemaObject {
  const names = new Set(flats.flatMap((flat) => Object.keys(flat.properties ?? {})));
  const properties: Record<string, Schema> = { ...base.properties };
  for (const name of names) {
    if (base.properties !== undefined && Object.hasOwn(base.properties, name)) {
      const own = base.properties[name] as Schema;
      if (isAnything(own) && flats.every((flat) => Object.hasOwn(flat.properties ?? {}, name)))
        define(properties, name, { ...asObject(own), ...asObject(union(flats, name, undefined)) });
    } else if (base.additionalProperties !== false)
      define(properties, name, union(flats, name, base.additionalProperties));
  }
  const required = flats.map((flat) => new Set(flat.required ?? []));
  const common = [...(required[0] ?? [])].filter((name) => required.every((names) => names.has(name)));
  const open = [base, ...flats].map((flat) => flat.additionalProperties).find(isOpen);
  const patterns = Object.assign(
    {},
    ...[base, ...flats].map((flat) => flat.patternProperties ?? {}),
  ) as Record<string, Schema>;
  return {
    ...base,
    properties,
    ...(Object.keys(patterns).length > 0 && { patternProperties: patterns }),
    required: [...new Set([...(base.required ?? []), ...common])],
    ...(base.additionalProperties === undefined && open !== undefined && { additionalProperties: open }),
  };
}

interface FlatVariant {
  readonly schema: SchemaObject;
  readonly followed: readonly string[];
}

function flatVariant(variant: Schema, place: Place, lowering: Lowering): FlatVariant {
  if (typeof variant === "boolean") return { schema: {}, followed: [] };
  if (variant.$ref !== undefined && isExhausted(variant.$ref, place, lowering))
    return { schema: { additionalProperties: true }, followed: [] };
  const { target, place: there } = follow(variant, inside(place, variant), lowering);
  if (typeof target === "boolean") return { schema: {}, followed: [] };
  const flat = flattenObject(target, there, lowering);
  return { schema: flat.schema, followed: flat.place.through.slice(place.through.length) };
}

/** What the variants say about a property; one that lets it be anything makes it anything. */
function union(flats: readonly SchemaObject[], name: string, additional: Schema | undefined): Schema {
  const said = flats.flatMap((flat): readonly Schema[] => {
    if (flat.properties !== undefined && Object.hasOwn(flat.properties, name))
      return [flat.properties[name] as Schema];
    const other = flat.additionalProperties ?? additional;
    return other === undefined || other === false ? [] : [other];
  });
  const [first, ...others] = said;
  return others.length === 0 ? (first ?? true) : { anyOf: said };
}

function isOpen(additional: Schema | undefined): boolean {
  return additional !== undefined && additional !== false;
}

function canBeObject(schema: SchemaObject): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.includes("object");
}

function asObject(schema: Schema): SchemaObject {
  return typeof schema === "object" ? schema : schema ? {} : { not: {} };
}

/** Only what sets a variant apart, for the table in the description. */
function variantSketch(variant: Schema, place: Place, lowering: Lowering): Schema {
  const { target } = follow(variant, place, lowering);
  if (typeof target === "boolean") return target;
  const { properties, required } = target;
  return {
    ...(properties && { properties }),
    ...(required && { required }),
    ...(!properties && !required && target),
  };
}

function define(target: Record<string, Schema>, name: string, schema: Schema): void {
  Object.defineProperty(target, name, {
    value: schema,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
