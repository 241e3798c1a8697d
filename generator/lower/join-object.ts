import type { JsonObject, Schema, SchemaObject } from "../ir.js";
import { isMapping } from "../base/mapping.js";
import { keywordsWhere } from "../base/vocabulary.js";
import { describeKeywords } from "./describe.js";
import { type JoinedVariant, joinGroups, noGuesses } from "./join-variants.js";
import { areDistinguishable } from "./joint-objects.js";
import { inside, type Lowering, type Position } from "./lowering.js";
import { follow, isExhausted } from "./references.js";
import { isAnything, typesOf, valuesOf, without } from "./schema-facts.js";
import { sketch } from "./sketch.js";

// Makes one object schema from an object schema with variants, that is, with `anyOf`, `oneOf`, `allOf`, conditions or
// dependent schemas.

/**
 * The result of `joinObject`: an object schema without variants, and notes that describe the requirements of the
 * variants.
 */
export interface JoinedObject {
  readonly schema: SchemaObject;
  /** The position of the object, with the references that were followed to reach its variants. */
  readonly position: Position;
  readonly notes: readonly string[];
}

/**
 * The keywords whose subschemas describe the same object, for example `anyOf`. `not` is excluded, because it adds no
 * properties.
 */
const inPlace = keywordsWhere(({ of }, name) => of === "value" && name !== "not");

/**
 * A group of variants. For `anyOf` and `oneOf`, one variant of the group applies. Each part of `allOf` is a group with
 * a single variant.
 */
interface Group {
  readonly variants: readonly Schema[];
  /** True for a part of `allOf`, which always applies. */
  readonly isPart?: boolean;
}

/** Returns whether an object schema has variants, which `joinObject` can join. */
export function hasVariants(schema: SchemaObject): boolean {
  return groupsOf(schema).length > 0;
}

function groupsOf(schema: SchemaObject): readonly Group[] {
  const { allOf = [], anyOf, oneOf, dependentSchemas = {} } = schema;
  return [
    ...conditionOf(schema),
    ...allOf.map((part) => ({ variants: [part], isPart: true })),
    ...[anyOf, oneOf].flatMap((branches) => (branches === undefined ? [] : { variants: branches })),
    // A dependent schema applies only if its property is present. So the second variant of the group allows everything.
    ...Object.values(dependentSchemas).map((dependent) => ({ variants: [dependent, true] })),
  ];
}

function conditionOf({ if: condition, then = true, else: otherwise = true }: SchemaObject): readonly Group[] {
  if (condition === undefined) return [];
  const holds = then === true ? condition : then === false ? false : { allOf: [condition, then] };
  return [{ variants: [holds, otherwise] }];
}

/**
 * Joins all variants of an object into one object schema. The result has the properties of all variants, except those
 * that the object itself forbids. A property is required if the object requires it, or if every variant of a group
 * does. The result may allow more than the variants do, because the validator checks the variants.
 */
export function joinObject(schema: SchemaObject, position: Position, lowering: Lowering): JoinedObject {
  const { guesses, ...object } = joinAll(schema, position, lowering, true);
  const guessed = [...guesses.names, ...(guesses.further ? ["further properties"] : [])];
  if (guessed.length > 0 && !isPlainUnion(schema, lowering))
    lowering.record("variants-closed", position, guessed.join(", "));
  return object;
}

/**
 * Joins the variants of an object. If `isPart` is true, the schema always applies, and its keywords are described.
 * The keywords of a variant that does not always apply are not described, because they do not hold for the joined
 * object.
 */
function joinAll(
  schema: SchemaObject,
  position: Position,
  lowering: Lowering,
  isPart: boolean,
): JoinedObject & JoinedVariant {
  const own = isPart ? describeKeywords(schema, "object", position, lowering) : [];
  if (!hasVariants(schema)) return { schema: nameRequired(schema), position, notes: own, guesses: noGuesses };
  const groups = groupsOf(schema).map((group) =>
    group.variants
      .flatMap((variant) => joinedVariants(variant, position, lowering, isPart && group.isPart === true))
      .filter((variant) => canBeObject(variant.schema)),
  );
  const joined = groups.flat();
  const { schema: object, guesses } = joinGroups(without(schema, ...inPlace), groups);
  recordClosed(object, joined, position, lowering);
  const unions = variantNotes(schema, position, lowering);
  return {
    schema: nameRequired(object),
    position: { ...position, through: [...position.through, ...joined.flatMap(({ followed }) => followed)] },
    notes: [...unions, ...own, ...joined.flatMap(({ notes }) => notes)],
    guesses,
  };
}

/** Records the properties of variants that are missing in the joined object. */
function recordClosed(
  object: SchemaObject,
  joined: readonly JoinedVariant[],
  position: Position,
  lowering: Lowering,
): void {
  const names = new Set(joined.flatMap((object) => Object.keys(object.schema.properties ?? {})));
  for (const name of names)
    if (!Object.hasOwn(object.properties ?? {}, name))
      lowering.record("property-closed", inside(position, object, "properties", name), name);
}

function variantNotes(schema: SchemaObject, position: Position, lowering: Lowering): readonly string[] {
  return [schema.anyOf, schema.oneOf].flatMap((branches) => {
    // A union with a branch that accepts any value asserts nothing.
    if (branches === undefined || branches.some(isAnything)) return [];
    lowering.record("variants-joined", position, `${branches.length} variants`);
    const table = branches.map((branch) => sketch(variantSketch(branch, position, lowering)));
    const mayHoldTogether = branches === schema.anyOf && !areDistinguishable(branches, lowering);
    return [`${mayHoldTogether ? "At least one of" : "One of"}: ${table.join(" or ")}.`];
  });
}

/**
 * Returns whether all variants come from one union in which only one branch can apply, and the object has no
 * properties beside the union. The validator closes each branch of such a union, so the rewrite `variants-closed` is
 * not recorded.
 */
function isPlainUnion(schema: SchemaObject, lowering: Lowering): boolean {
  const [first, ...others] = groupsOf(schema);
  const isUnion =
    first !== undefined &&
    (first.variants === schema.oneOf ||
      (first.variants === schema.anyOf && areDistinguishable(first.variants, lowering)));
  return isUnion && others.length === 0 && schema.properties === undefined && schema.required === undefined;
}

/** Adds each required property that has no schema to `properties`. */
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

interface FollowedVariant extends JoinedVariant {
  readonly followed: readonly string[];
  readonly notes: readonly string[];
}

function joinedVariants(
  variant: Schema,
  position: Position,
  lowering: Lowering,
  isPart: boolean,
): readonly FollowedVariant[] {
  const plain = (schema: SchemaObject): FollowedVariant => ({
    schema,
    guesses: noGuesses,
    followed: [],
    notes: [],
  });
  if (typeof variant === "boolean") return variant ? [plain({})] : [];
  if (variant.$ref !== undefined && isExhausted(variant.$ref, position, lowering))
    return [plain({ additionalProperties: true })];
  const { target, position: there } = follow(variant, inside(position, variant), lowering);
  if (typeof target === "boolean") return target ? [plain({})] : [];
  const literals = valuesOf(target);
  if (literals !== undefined)
    return literals.flatMap((value) => (isMapping(value) ? [plain(literalObject(value))] : []));
  const object = joinAll(target, there, lowering, isPart);
  return [{ ...object, followed: object.position.through.slice(position.through.length) }];
}

function literalObject(value: JsonObject): SchemaObject {
  const properties = Object.entries(value).map(([name, item]) => [name, { const: item }] as const);
  return {
    properties: Object.fromEntries(properties),
    required: Object.keys(value),
    additionalProperties: false,
  };
}

function canBeObject(schema: SchemaObject): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.includes("object");
}

/**
 * Returns the keywords by which a reader can distinguish a variant from other variants: `properties` and `required`.
 * A variant without these keywords is returned unchanged.
 */
function variantSketch(variant: Schema, position: Position, lowering: Lowering): Schema {
  const { target } = follow(variant, position, lowering);
  if (typeof target === "boolean") return target;
  const { properties, required } = target;
  return {
    ...(properties && { properties }),
    ...(required && { required }),
    ...(!properties && !required && target),
  };
}
