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

// Unions and lists of types.

/** One alternative, before it is lowered. */
interface Alternative {
  readonly schema: Schema;
  readonly position: Position;
}

/** `["string", "null"]`: one alternative per type. */
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

/** `anyOf` and `oneOf`. The keywords beside them apply to every branch. */
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
 * A branch merged with the keywords beside the union. If the branch describes values of a type that the merged
 * schema excludes, its title and description are dropped.
 */
function fitted(base: SchemaObject, branch: Schema): Schema {
  const whole = intersect(base, branch);
  if (typeof whole === "boolean" || typeof branch === "boolean" || branch.type !== undefined) return whole;
  const type = impliedType(branch);
  if (type === undefined || base.type === undefined || typesOf(whole).includes(type)) return whole;
  return without(whole, "title", "description");
}

/** A branch that only consists of a union is replaced by its branches. */
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

/** Digits could be mistaken for text: beside strings, a 64-bit integer stays a number. */
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
 * Constants alone become one enum. Beside other branches, words for numbers and booleans could be ambiguous, so
 * these values keep their type.
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

/** Joins objects that one value may match together into one object, or lists of them into one list. */
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

/** The meanings of the constants of a union, if their branches have descriptions. */
function meanings(literals: readonly Alternative[]): readonly string[] {
  const told = literals.flatMap(({ schema }) => {
    const about = typeof schema === "object" ? (schema.description ?? schema.title) : undefined;
    const values = valuesOf(schema)?.filter((value) => value !== null) ?? [];
    if (about === undefined || values.length === 0) return [];
    const names = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
    const meaning = about.trim().replace(/[.]$/, "");
    // The name of a single constant would add nothing.
    return [literals.length === 1 ? meaning : `${names.join(", ")}: ${meaning}`];
  });
  return told.length === 0 ? [] : [`${told.join("; ")}.`];
}

function isNullable(schema: GeminiSchema): boolean {
  return schema.nullable === true || (schema.anyOf ?? []).some(isNullable);
}

/** `nullable` may not occur beside `anyOf`. On one branch it has the same effect. */
function withNull(outcome: Lowered, nullable: boolean): Lowered {
  if (!nullable || isNullable(outcome.schema)) return outcome;
  const [first, ...others] = outcome.schema.anyOf ?? [];
  if (first === undefined) return { ...outcome, schema: { ...outcome.schema, nullable: true } };
  return { ...outcome, schema: { anyOf: [{ ...first, nullable: true }, ...others] } };
}
