import type { GeminiSchema } from "@toolpress/runtime";
import { isWide } from "../base/int64.js";
import type { Json, Schema, SchemaObject } from "../ir.js";
import { impliedType } from "../base/vocabulary.js";
import { distinct } from "../base/canonical.js";
import { finish } from "./describe.js";
import { intersect } from "./intersect.js";
import { asJsonText } from "./json-text.js";
import { joinLists, joinObjects } from "./joint-objects.js";
import { lowerValues } from "./literals.js";
import {
  type Branch,
  inside,
  lowered,
  type Lowered,
  type Lowering,
  type Outcome,
  type Position,
} from "./lowering.js";
import { lowerObject } from "./objects.js";
import { follow, isExhausted } from "./references.js";
import { assertionsOf, typesOf, valuesOf, without } from "./schema-facts.js";
import { separate } from "./separate.js";
import { distinctBranches, opened } from "./union-branches.js";

// Lowers unions and lists of types.

/** One alternative of a union before lowering. */
interface Alternative {
  readonly schema: Schema;
  readonly position: Position;
}

/** Lowers a list of types, for example `["string", "null"]`, to one alternative for each type. */
export function lowerTypeList(schema: Schema, position: Position, lowering: Lowering): Outcome | undefined {
  if (typeof schema === "boolean") return undefined;
  const types = typesOf(schema);
  if (types.length < 2) return undefined;
  const kept = types.includes("number") ? types.filter((type) => type !== "integer") : types;
  const rest = kept.filter((type) => type !== "null");
  if (rest.length > 1) lowering.record("types-to-union", position, rest.join(", "));
  return lowerAlternatives(
    schema,
    kept.map((type) => [{ schema: { ...assertionsOf(schema), type }, position }]),
    position,
    lowering,
  );
}

/** Lowers `anyOf` and `oneOf`. The keywords beside the union are merged into every branch. */
export function lowerUnion(schema: Schema, position: Position, lowering: Lowering): Outcome | undefined {
  if (typeof schema === "boolean") return undefined;
  const keyword = schema.anyOf === undefined ? "oneOf" : "anyOf";
  const branches = schema[keyword];
  if (branches === undefined) return undefined;
  if (keyword === "oneOf") lowering.record("one-of-to-any-of", position, `${branches.length} branches`);
  const base = assertionsOf(without(schema, keyword));
  const alternatives = branches.flatMap((branch, index) =>
    expand(fitted(base, branch), inside(position, branch, keyword, index), lowering),
  );
  const groups = keyword === "anyOf" ? joinObjects(alternatives, lowering) : alternatives.map((one) => [one]);
  return lowerAlternatives(schema, groups, position, lowering);
}

/**
 * Returns a branch merged with the keywords beside the union. The title and description of the branch are dropped if
 * they describe a type that these keywords exclude.
 */
function fitted(base: SchemaObject, branch: Schema): Schema {
  const merged = intersect(base, branch);
  if (typeof merged === "boolean" || typeof branch === "boolean" || branch.type !== undefined) return merged;
  const type = impliedType(branch);
  if (type === undefined || base.type === undefined || typesOf(merged).includes(type)) return merged;
  return without(merged, "title", "description");
}

/**
 * Splits a branch into several branches if it consists of a union, a list of types, or a reference to a union. Any
 * other branch is the only element of the result.
 */
function expand(schema: Schema, position: Position, lowering: Lowering): readonly Alternative[] {
  if (typeof schema === "boolean") return schema ? [{ schema, position }] : [];
  if (schema.$ref !== undefined) {
    if (isExhausted(schema.$ref, position, lowering)) return [{ schema, position }];
    const { target, position: there } = follow(schema, position, lowering);
    const inner = expand(target, there, lowering);
    return inner.length > 1 ? inner : [{ schema, position }];
  }
  const assertions = assertionsOf(schema);
  const types = typesOf(schema);
  if (types.length > 1 && valuesOf(schema) === undefined)
    return types.map((type) => ({ schema: { ...schema, type }, position }));
  const branches = assertions.anyOf ?? assertions.oneOf;
  if (branches === undefined || Object.keys(assertions).length > 1) return [{ schema, position }];
  const keyword = assertions.anyOf === undefined ? "oneOf" : "anyOf";
  return branches.flatMap((branch, index) =>
    expand(branch, inside(position, branch, keyword, index), lowering),
  );
}

function lowerAlternatives(
  schema: SchemaObject,
  groups: readonly (readonly Alternative[])[],
  position: Position,
  lowering: Lowering,
): Outcome {
  const joint = groups.filter((group) => group.length > 1);
  const alone = groups.filter((group) => group.length === 1).flat();
  const alternatives = plainIntegers(alone, lowering);
  const literals = alternatives.filter((alternative) => valuesOf(alternative.schema) !== undefined);
  const values = literals.flatMap((literal) => valuesOf(literal.schema) ?? []);
  const others = [
    ...lowerBranches(
      alternatives.filter((alternative) => !literals.includes(alternative)),
      lowering,
    ),
    ...lowerJoint(joint, position, lowering),
  ];
  const constants = lowerConstants(literals, values, others.length > 0, position, lowering);
  const nullable = values.includes(null) || others.some(({ lowered: { schema: wire } }) => isNullable(wire));
  const branches = distinctBranches([...constants, ...others].flatMap(opened));
  const first = branches[0];
  if (first === undefined) return nullable ? lowerValues([null], position, lowering) : "never";
  if (nullable) lowering.record("null-to-nullable", position, "union");
  if (branches.length === 1) return withNull(first.lowered, nullable);
  const codec = separate(
    branches.map(({ lowered: { schema: wire, codec }, schema }) => ({ wire, codec, schema })),
  );
  if (codec === "alike")
    return asJsonText(schema, "union-to-json-text", `${branches.length} branches`, position, lowering);
  const union = lowered({ anyOf: branches.map((branch) => finish(branch.lowered)) }, codec);
  return withNull({ ...union, branches }, nullable);
}

/**
 * Declares 64-bit integers as numbers if the union has a branch of strings. A string of digits could be mistaken for a
 * value of that branch.
 */
function plainIntegers(alternatives: readonly Alternative[], lowering: Lowering): readonly Alternative[] {
  const isText = ({ schema }: Alternative): boolean => typeof schema === "object" && schema.type === "string";
  if (!alternatives.some(isText)) return alternatives;
  return alternatives.map(({ schema, position }) => {
    if (!isWide(schema)) return { schema, position };
    lowering.record("int64-as-number", position, schema.format);
    return { schema: without(schema, "format"), position };
  });
}

/**
 * Lowers the constants of a union. Constants without other branches become one enum. Beside other branches, a word for
 * a number or boolean could be ambiguous, so such a value keeps its type.
 */
function lowerConstants(
  literals: readonly Alternative[],
  values: readonly Json[],
  hasOthers: boolean,
  position: Position,
  lowering: Lowering,
): readonly Branch[] {
  const present = distinct(values.filter((value) => value !== null));
  if (present.length === 0) return [];
  if (literals.length > 1) lowering.record("constants-to-enum", position, `${present.length} values`);
  const isTyped = (value: Json): boolean =>
    hasOthers && (typeof value === "number" || typeof value === "boolean");
  const typed = present.filter(isTyped);
  const named = present.filter((value) => !isTyped(value));
  const enumeration = lowerValues(named, position, lowering);
  return [
    ...(enumeration === "never"
      ? []
      : [{ lowered: { ...enumeration, notes: meanings(literals) }, schema: { enum: named } }]),
    ...(typed.length === 0 ? [] : lowerTyped(typed, position, lowering)),
  ];
}

function lowerTyped(values: readonly Json[], position: Position, lowering: Lowering): readonly Branch[] {
  lowering.record("keyword-described", position, "enum");
  return (["number", "boolean"] as const).flatMap((type) => {
    const listed = values.filter((value) => typeof value === type);
    if (listed.length === 0) return [];
    const schema = { type: type === "number" ? "NUMBER" : "BOOLEAN" } as const;
    return [
      { lowered: lowered(schema, undefined, [`One of ${listed.join(", ")}.`]), schema: { enum: listed } },
    ];
  });
}

function lowerBranches(alternatives: readonly Alternative[], lowering: Lowering): readonly Branch[] {
  return alternatives.flatMap(({ schema, position }) => {
    const outcome = lowering.lower(schema, position);
    if (outcome !== "never") return [{ lowered: outcome, schema }];
    lowering.record("false-dropped", position, "branch");
    return [];
  });
}

/**
 * Lowers each group of objects to one object, because one value may match several objects of a group. A group of lists
 * of such objects is lowered to one list.
 */
function lowerJoint(
  groups: readonly (readonly Alternative[])[],
  position: Position,
  lowering: Lowering,
): readonly Branch[] {
  return groups.flatMap((group) => {
    const list = joinLists(group);
    const schema = list ?? { type: "object", anyOf: group.map((alternative) => alternative.schema) };
    const outcome = list ? lowering.lower(list, position) : lowerObject(schema, position, lowering);
    return outcome === undefined || outcome === "never" ? [] : [{ lowered: outcome, schema }];
  });
}

/** Returns a note with the meaning of each constant, taken from the descriptions of the branches. */
function meanings(literals: readonly Alternative[]): readonly string[] {
  const texts = literals.flatMap(({ schema }) => {
    const about = typeof schema === "object" ? (schema.description ?? schema.title) : undefined;
    const values = valuesOf(schema)?.filter((value) => value !== null) ?? [];
    if (about === undefined || values.length === 0) return [];
    const names = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
    const meaning = about.trim().replace(/[.]$/, "");
    // If only one branch has constants, their names add nothing to their meaning.
    return [literals.length === 1 ? meaning : `${names.join(", ")}: ${meaning}`];
  });
  return texts.length === 0 ? [] : [`${texts.join("; ")}.`];
}

function isNullable(schema: GeminiSchema): boolean {
  return schema.nullable === true || (schema.anyOf ?? []).some(isNullable);
}

/**
 * Makes a lowered schema nullable. Gemini refuses `nullable` beside `anyOf`, so the first branch of a union becomes
 * nullable instead. The effect is the same.
 */
function withNull(outcome: Lowered, nullable: boolean): Lowered {
  if (!nullable || isNullable(outcome.schema)) return outcome;
  const [first, ...others] = outcome.schema.anyOf ?? [];
  if (first === undefined) return { ...outcome, schema: { ...outcome.schema, nullable: true } };
  return { ...outcome, schema: { anyOf: [{ ...first, nullable: true }, ...others] } };
}
