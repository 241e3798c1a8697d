import type { Schema, SchemaObject } from "../ir.js";
import { isAnything } from "./schema-facts.js";

// Joins the variants of an object into one list of properties.

/** A variant of an object, without variants of its own. */
export interface JoinedVariant {
  readonly schema: SchemaObject;
  readonly guesses: Guesses;
}

/** The properties that some variant leaves open, and for which the schemas of the other variants are assumed. */
interface Guesses {
  readonly names: ReadonlySet<string>;
  /** Properties without a name. */
  readonly further: boolean;
}

export const noGuesses: Guesses = { names: new Set(), further: false };

/**
 * Joins an object and its groups of variants into one object. Every group applies, and in each group one variant
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
    const said = describedBy(name, found.schema, flats);
    properties.set(name, isOwn ? { ...asObject(own[name] as Schema), ...asObject(said) } : said);
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

/** The schemas of a property: one of them applies, unless the property is open. */
interface View {
  readonly schemas: readonly Schema[];
  readonly isOpen: boolean;
}

function viewOf(name: string, schema: SchemaObject, further: Schema | undefined): View {
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, name))
    return { schemas: [schema.properties[name] as Schema], isOpen: false };
  // Do not test whether a pattern matches: its schema may apply.
  const schemas = [...Object.values(schema.patternProperties ?? {}), further ?? false];
  return { schemas: schemas.filter((said) => said !== false), isOpen: further === undefined };
}

function viewOfVariant(name: string, { schema, guesses }: JoinedVariant, around: View): View {
  const { schemas, isOpen } = viewOf(name, schema, furtherOf(schema));
  const isNamed = Object.hasOwn(schema.properties ?? {}, name);
  if (!isOpen && !(isNamed ? guesses.names.has(name) : guesses.further)) return { schemas, isOpen };
  return around.isOpen
    ? { schemas, isOpen: true }
    : { schemas: [...schemas, ...around.schemas], isOpen: false };
}

/**
 * The schema of a property according to the groups. Undefined if one of the groups excludes the property. A group in
 * which every variant describes it decides. Otherwise, authors who do not mention a property in one variant mean
 * that it is missing there, and the schemas of the other variants are assumed for all: a guess.
 */
function propertyOf(
  name: string,
  base: SchemaObject,
  groups: readonly (readonly JoinedVariant[])[],
): { readonly schema: Schema; readonly isGuess: boolean } | undefined {
  const around = viewOf(name, { ...base, properties: {} }, base.additionalProperties);
  const views = groups.map((variants): View => {
    const said = variants.map((variant) => viewOfVariant(name, variant, around));
    return { schemas: said.flatMap((view) => view.schemas), isOpen: said.some((view) => view.isOpen) };
  });
  const sure = views.filter((view) => !view.isOpen);
  if (sure.some((view) => view.schemas.length === 0)) return undefined;
  const telling = sure.find((view) => !view.schemas.some(isAnything));
  if (telling !== undefined) return { schema: anyOf(telling.schemas), isGuess: false };
  const guessed = views.filter((view) => view.isOpen).flatMap((view) => view.schemas);
  const anything = [...sure.flatMap((view) => view.schemas), ...guessed].find(isAnything);
  if (guessed.length === 0 || anything !== undefined) return { schema: anything ?? true, isGuess: false };
  return { schema: anyOf(guessed), isGuess: true };
}

/** Adds the description from a variant that names the property, if the schema that determines its type has none. */
function describedBy(name: string, schema: Schema, flats: readonly SchemaObject[]): Schema {
  const isDescribed = (one: Schema): boolean => typeof one === "object" && one.description !== undefined;
  if (typeof schema === "boolean" || [schema, ...(schema.anyOf ?? [])].some(isDescribed)) return schema;
  const told = flats.flatMap((flat) => viewOf(name, { properties: flat.properties ?? {} }, false).schemas);
  const words = told.find(isDescribed);
  return typeof words === "object" ? { ...schema, description: words.description ?? "" } : schema;
}

function commonlyRequired(variants: readonly JoinedVariant[]): readonly string[] {
  const [first, ...others] = variants.map(({ schema }) => schema.required ?? []);
  return (first ?? []).filter((name) => others.every((names) => names.includes(name)));
}

/**
 * The schema of properties beside the named ones: any that one of the parts allows, unless the object itself has a
 * schema for them.
 */
function joinFurther(base: SchemaObject, flats: readonly SchemaObject[]): Schema | undefined {
  if (base.additionalProperties !== undefined) return base.additionalProperties;
  const welcome = [base, ...flats]
    .map(furtherOf)
    .filter((further) => further !== undefined)
    .filter((further) => further !== false);
  return welcome.length === 0 ? undefined : welcome.some(isAnything) ? true : anyOf(welcome);
}

/** Some variants describe further properties, and in no group every variant does so for certain. */
function isFurtherGuess(base: SchemaObject, groups: readonly (readonly JoinedVariant[])[]): boolean {
  const speaks = ({ schema, guesses }: JoinedVariant): boolean =>
    furtherOf(schema) !== undefined && !guesses.further;
  if (furtherOf(base) !== undefined || groups.some((variants) => variants.every(speaks))) return false;
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
  const said = new Map<string, readonly Schema[]>();
  for (const [pattern, schema] of flats.flatMap((flat) => Object.entries(flat.patternProperties ?? {})))
    if (!Object.hasOwn(own, pattern)) said.set(pattern, [...(said.get(pattern) ?? []), schema]);
  return { ...own, ...Object.fromEntries([...said].map(([pattern, schemas]) => [pattern, anyOf(schemas)])) };
}

function anyOf(schemas: readonly Schema[]): Schema {
  const [first, ...others] = schemas;
  return others.length === 0 ? (first ?? true) : { anyOf: schemas };
}

function asObject(schema: Schema): SchemaObject {
  return typeof schema === "object" ? schema : schema ? {} : { not: {} };
}
