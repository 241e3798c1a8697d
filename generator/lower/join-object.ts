import type { JsonObject, Schema, SchemaObject } from "../ir.js";
import { isMapping } from "../base/mapping.js";
import { keywordsWhere } from "../base/vocabulary.js";
import { describeKeywords } from "./describe.js";
import { type JoinedVariant, joinGroups, noGuesses } from "./join-variants.js";
import { areToldApart } from "./joint-objects.js";
import { inside, type Lowering, type Position } from "./lowering.js";
import { follow, isExhausted } from "./references.js";
import { isAnything, typesOf, valuesOf, without } from "./schema-facts.js";
import { sketch } from "./sketch.js";

// Joins the variants of an object into one object.

/** An object schema as one list of properties, with notes about the parts of its variants and conditions that were lost. */
export interface JoinedObject {
  readonly schema: SchemaObject;
  /** The position, with every reference that was followed on the way. */
  readonly position: Position;
  readonly notes: readonly string[];
}

/** Keywords whose schemas are joined into one object. `not` adds nothing to it. */
const inPlace = keywordsWhere(({ of }, name) => of === "value" && name !== "not");

/** Variants of which one applies. */
interface Group {
  readonly variants: readonly Schema[];
  /** The only variant, of `allOf`: it always applies. */
  readonly isPart?: boolean;
}

/** Whether an object has variants. One object can then stand for all of them. */
export function hasVariants(schema: SchemaObject): boolean {
  return groupsOf(schema).length > 0;
}

function groupsOf(schema: SchemaObject): readonly Group[] {
  const { allOf = [], anyOf, oneOf, dependentSchemas = {} } = schema;
  return [
    ...conditionOf(schema),
    ...allOf.map((part) => ({ variants: [part], isPart: true })),
    ...[anyOf, oneOf].flatMap((branches) => (branches === undefined ? [] : { variants: branches })),
    // The schema that depends on a property may apply or not, so none of its properties is certain.
    ...Object.values(dependentSchemas).map((dependent) => ({ variants: [dependent, true] })),
  ];
}

function conditionOf({ if: condition, then = true, else: otherwise = true }: SchemaObject): readonly Group[] {
  if (condition === undefined) return [];
  const holds = then === true ? condition : then === false ? false : { allOf: [condition, then] };
  return [{ variants: [holds, otherwise] }];
}

/**
 * One object for all variants: every property that some variant describes, required if every variant requires it. It
 * allows more than the variants do. The validator checks the variants.
 */
export function joinObject(schema: SchemaObject, position: Position, lowering: Lowering): JoinedObject {
  const { guesses, ...object } = joinAll(schema, position, lowering, true);
  const guessed = [...guesses.names, ...(guesses.further ? ["further properties"] : [])];
  if (guessed.length > 0 && !isPlainUnion(schema, lowering))
    lowering.record("variants-closed", position, guessed.join(", "));
  return object;
}

/** The conditions of a part that always applies are described. Those of a variant do not hold for the complete object. */
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

/** Records the properties of variants that the joined object does not have. */
function recordClosed(
  whole: SchemaObject,
  joined: readonly JoinedVariant[],
  position: Position,
  lowering: Lowering,
): void {
  const names = new Set(joined.flatMap((object) => Object.keys(object.schema.properties ?? {})));
  for (const name of names)
    if (!Object.hasOwn(whole.properties ?? {}, name))
      lowering.record("property-closed", inside(position, whole, "properties", name), name);
}

function variantNotes(schema: SchemaObject, position: Position, lowering: Lowering): readonly string[] {
  return [schema.anyOf, schema.oneOf].flatMap((branches) => {
    // A union in which one branch accepts any value asserts nothing.
    if (branches === undefined || branches.some(isAnything)) return [];
    lowering.record("variants-joined", position, `${branches.length} variants`);
    const table = branches.map((branch) => sketch(variantSketch(branch, position, lowering)));
    const mayHoldTogether = branches === schema.anyOf && !areToldApart(branches, lowering);
    return [`${mayHoldTogether ? "At least one of" : "One of"}: ${table.join(" or ")}.`];
  });
}

/**
 * A union with no other keywords beside it, of which only one branch can apply. The validator closes each of its
 * branches separately.
 */
function isPlainUnion(schema: SchemaObject, lowering: Lowering): boolean {
  const [first, ...others] = groupsOf(schema);
  const isUnion =
    first !== undefined &&
    (first.variants === schema.oneOf ||
      (first.variants === schema.anyOf && areToldApart(first.variants, lowering)));
  return isUnion && others.length === 0 && schema.properties === undefined && schema.required === undefined;
}

/** A property that is required but not described is still a property. */
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

/** The keywords that set a variant apart, for the table in the description. */
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
