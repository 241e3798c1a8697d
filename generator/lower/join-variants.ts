import type { Schema, SchemaObject } from "../ir.js";
import { isAnything } from "./schema-facts.js";

// Joins the properties of an object and of its variants.

/**
 * A variant of an object, as one object schema. If the variant has variants of its own, they are already joined
 * into `schema`.
 */
export interface JoinedVariant {
  readonly schema: SchemaObject;
  readonly guesses: Guesses;
}

/**
 * The properties for which a schema is only assumed. At least one variant does not describe such a property, and the
 * schemas of the other variants are used.
 */
interface Guesses {
  readonly names: ReadonlySet<string>;
  /** True if a schema is assumed in the same way for the properties that no variant names. */
  readonly further: boolean;
}

export const noGuesses: Guesses = { names: new Set(), further: false };

/**
 * Joins an object and its groups of variants into one object schema. Every group applies. In each group, one variant
 * applies.
 */
export function joinGroups(base: SchemaObject, groups: readonly (readonly JoinedVariant[])[]): JoinedVariant {
  const flats = groups.flat().map((variant) => variant.schema);
  const own = base.properties ?? {};
  const properties = new Map<string, Schema>(Object.entries(own));
  const names = new Set<string>();
  for (const name of new Set(flats.flatMap((flat) => Object.keys(flat.properties ?? {})))) {
    const isOwn = Object.hasOwn(own, name);
    if (isOwn ? !isAnything(own[name] as Schema) : base.additionalProperties === false) continue;
    const found = propertyOf(name, base, groups);
    if (found === undefined || (isOwn && found.isGuess)) continue;
    const property = describedBy(name, found.schema, flats);
    properties.set(name, isOwn ? { ...asObject(own[name] as Schema), ...asObject(property) } : property);
    if (found.isGuess) names.add(name);
  }
  const patterns = joinPatterns(base, flats);
  const further = joinFurther(base, flats);
  return {
    schema: {
      ...base,
      properties: Object.fromEntries(properties),
      ...(Object.keys(patterns).length > 0 && { patternProperties: patterns }),
      required: [...new Set([...(base.required ?? []), ...groups.flatMap(commonlyRequired)])],
      ...(further !== undefined && { additionalProperties: further }),
    },
    guesses: { names, further: further !== true && isFurtherGuess(base, groups) },
  };
}

/**
 * The possible schemas of a property, according to one variant or one group of variants. `isOpen` means that a variant
 * allows the property without describing it.
 */
interface View {
  readonly schemas: readonly Schema[];
  readonly isOpen: boolean;
}

function viewOf(name: string, schema: SchemaObject, further: Schema | undefined): View {
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, name))
    return { schemas: [schema.properties[name] as Schema], isOpen: false };
  // The patterns are not tested against the name. Each of their schemas may apply.
  const schemas = [...Object.values(schema.patternProperties ?? {}), further ?? false];
  return { schemas: schemas.filter((candidate) => candidate !== false), isOpen: further === undefined };
}

function viewOfVariant(name: string, { schema, guesses }: JoinedVariant, parent: View): View {
  const { schemas, isOpen } = viewOf(name, schema, furtherOf(schema));
  const isNamed = Object.hasOwn(schema.properties ?? {}, name);
  if (!isOpen && !(isNamed ? guesses.names.has(name) : guesses.further)) return { schemas, isOpen };
  return parent.isOpen
    ? { schemas, isOpen: true }
    : { schemas: [...schemas, ...parent.schemas], isOpen: false };
}

/**
 * Returns the schema of a property, or undefined if a group excludes the property. If every variant of a group
 * describes the property, this group decides. Otherwise the schemas of the variants that describe the property are
 * assumed for all variants. Such a schema is a guess.
 */
function propertyOf(
  name: string,
  base: SchemaObject,
  groups: readonly (readonly JoinedVariant[])[],
): { readonly schema: Schema; readonly isGuess: boolean } | undefined {
  const parent = viewOf(name, { ...base, properties: {} }, base.additionalProperties);
  const views = groups.map((variants): View => {
    const variantViews = variants.map((variant) => viewOfVariant(name, variant, parent));
    return {
      schemas: variantViews.flatMap((view) => view.schemas),
      isOpen: variantViews.some((view) => view.isOpen),
    };
  });
  const sure = views.filter((view) => !view.isOpen);
  if (sure.some((view) => view.schemas.length === 0)) return undefined;
  const decisive = sure.find((view) => !view.schemas.some(isAnything));
  if (decisive !== undefined) return { schema: anyOf(decisive.schemas), isGuess: false };
  const guessed = views.filter((view) => view.isOpen).flatMap((view) => view.schemas);
  const anything = [...sure.flatMap((view) => view.schemas), ...guessed].find(isAnything);
  if (guessed.length === 0 || anything !== undefined) return { schema: anything ?? true, isGuess: false };
  return { schema: anyOf(guessed), isGuess: true };
}

/**
 * Adds a description to the schema of a property. The description comes from a variant that names the property. A
 * schema from a pattern or from `additionalProperties` often has no description of its own.
 */
function describedBy(name: string, schema: Schema, flats: readonly SchemaObject[]): Schema {
  const isDescribed = (one: Schema): boolean => typeof one === "object" && one.description !== undefined;
  if (typeof schema === "boolean" || [schema, ...(schema.anyOf ?? [])].some(isDescribed)) return schema;
  const candidates = flats.flatMap(
    (flat) => viewOf(name, { properties: flat.properties ?? {} }, false).schemas,
  );
  const describedSchema = candidates.find(isDescribed);
  return typeof describedSchema === "object"
    ? { ...schema, description: describedSchema.description ?? "" }
    : schema;
}

function commonlyRequired(variants: readonly JoinedVariant[]): readonly string[] {
  const [first, ...others] = variants.map(({ schema }) => schema.required ?? []);
  return (first ?? []).filter((name) => others.every((names) => names.includes(name)));
}

/**
 * Returns the schema of the unnamed properties: `additionalProperties` of the object, or otherwise a union of the
 * schemas of the object and its variants.
 */
function joinFurther(base: SchemaObject, flats: readonly SchemaObject[]): Schema | undefined {
  if (base.additionalProperties !== undefined) return base.additionalProperties;
  const allowed = [base, ...flats]
    .map(furtherOf)
    .filter((further) => further !== undefined)
    .filter((further) => further !== false);
  return allowed.length === 0 ? undefined : allowed.some(isAnything) ? true : anyOf(allowed);
}

/**
 * Returns whether the schema of further properties is a guess: some variants describe further properties, but every
 * group has a variant that does not describe them.
 */
function isFurtherGuess(base: SchemaObject, groups: readonly (readonly JoinedVariant[])[]): boolean {
  const describesFurther = ({ schema, guesses }: JoinedVariant): boolean =>
    furtherOf(schema) !== undefined && !guesses.further;
  if (furtherOf(base) !== undefined || groups.some((variants) => variants.every(describesFurther)))
    return false;
  return groups
    .flat()
    .some(({ schema }) => furtherOf(schema) !== undefined || schema.patternProperties !== undefined);
}

function furtherOf(schema: SchemaObject): Schema | undefined {
  return schema.additionalProperties ?? schema.unevaluatedProperties;
}

function joinPatterns(base: SchemaObject, flats: readonly SchemaObject[]): Readonly<Record<string, Schema>> {
  const own = base.patternProperties ?? {};
  if (base.additionalProperties === false) return own;
  const patterns = new Map<string, readonly Schema[]>();
  for (const [pattern, schema] of flats.flatMap((flat) => Object.entries(flat.patternProperties ?? {})))
    if (!Object.hasOwn(own, pattern)) patterns.set(pattern, [...(patterns.get(pattern) ?? []), schema]);
  return {
    ...own,
    ...Object.fromEntries([...patterns].map(([pattern, schemas]) => [pattern, anyOf(schemas)])),
  };
}

function anyOf(schemas: readonly Schema[]): Schema {
  const [first, ...others] = schemas;
  return others.length === 0 ? (first ?? true) : { anyOf: schemas };
}

function asObject(schema: Schema): SchemaObject {
  return typeof schema === "object" ? schema : schema ? {} : { not: {} };
}
