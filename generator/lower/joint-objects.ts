import type { Schema, SchemaObject } from "../ir.js";
import { impliedType } from "../base/vocabulary.js";
import { sameJson } from "../base/canonical.js";
import type { Lowering, Position } from "./lowering.js";
import { possibleTypes } from "./possible-types.js";
import { isExhausted } from "./references.js";
import { assertionsOf, valuesOf } from "./schema-facts.js";

// Groups the branches of a union that one object may match at the same time.

/** A branch of a union before lowering. */
interface Alternative {
  readonly schema: Schema;
  readonly position: Position;
}

/**
 * Groups the alternatives that one value may match at the same time. `anyOf` accepts an object with properties of
 * several branches. A declaration with separate branches would only allow the properties of one branch. So each group
 * is declared as one object.
 */
export function joinObjects<A extends Alternative>(
  alternatives: readonly A[],
  lowering: Lowering,
): readonly (readonly A[])[] {
  const groups: { readonly members: A[]; readonly shapes: Shape[] }[] = [];
  for (const alternative of alternatives) {
    const shape = openShape(alternative, lowering);
    const joint =
      shape === undefined
        ? []
        : groups.filter(({ shapes }) => shapes.some((one) => fitTogether(one, shape, lowering)));
    const [first, ...others] = joint;
    if (first === undefined) {
      groups.push({ members: [alternative], shapes: shape === undefined ? [] : [shape] });
      continue;
    }
    for (const { members, shapes } of others) {
      first.members.push(...members);
      first.shapes.push(...shapes);
    }
    first.members.push(alternative);
    first.shapes.push(shape as Shape);
    for (const other of others) groups.splice(groups.indexOf(other), 1);
  }
  return groups.map(({ members }) => members);
}

const mostSteps = 8;
/** The maximum number of levels of nested objects that are compared. */
const mostLevels = 6;

/**
 * An object schema that allows further properties. If `isList` is true, `object` is the schema of the items of a
 * list.
 */
interface Shape {
  readonly object: SchemaObject;
  readonly isList: boolean;
  readonly position: Position;
}

/**
 * Joins several list schemas into one. An item may match the item schema of any of these lists. Returns undefined if an
 * alternative is not a list.
 */
export function joinLists(alternatives: readonly Alternative[]): SchemaObject | undefined {
  const items = alternatives.map(({ schema }) => (typeof schema === "object" ? itemsOf(schema) : undefined));
  if (items.some((one) => one === undefined)) return undefined;
  return { type: "array", items: { anyOf: items.filter((one) => one !== undefined) } };
}

/** Returns the schema of the items of a list without `prefixItems`. Returns undefined for any other schema. */
function itemsOf(schema: SchemaObject): Schema | undefined {
  const { type, items, prefixItems } = schema;
  return type === "array" && prefixItems === undefined && typeof items === "object" ? items : undefined;
}

function openShape({ schema, position }: Alternative, lowering: Lowering): Shape | undefined {
  const items = typeof schema === "object" ? itemsOf(schema) : undefined;
  const object = openObject({ schema: items ?? schema, position }, lowering);
  return object && { object, isList: items !== undefined, position };
}

/** Returns the object schema of an alternative, if it lists properties and allows further properties. */
function openObject({ schema, position }: Alternative, lowering: Lowering): SchemaObject | undefined {
  let target = schema;
  for (let step = 0; typeof target === "object" && target.$ref !== undefined; step += 1) {
    if (step > mostSteps || isExhausted(target.$ref, position, lowering)) return undefined;
    if (Object.keys(assertionsOf(target)).length > 1) return undefined;
    target = lowering.lookUp(target.$ref) ?? true;
  }
  if (typeof target === "boolean" || valuesOf(target) !== undefined) return undefined;
  const { type = impliedType(target), properties, patternProperties: patterns } = target;
  const further = target.additionalProperties ?? target.unevaluatedProperties;
  const isOpen = further === undefined && patterns === undefined;
  return type === "object" && isOpen && properties !== undefined ? target : undefined;
}

/** Returns whether one value may match both shapes and have properties of both. */
function fitTogether(one: Shape, other: Shape, lowering: Lowering, level = 0): boolean {
  if (one.isList !== other.isList || excludeEachOther(one.object, other.object, lowering)) return false;
  if (namesOf(one.object) !== namesOf(other.object)) return true;
  return level < mostLevels && fitInside(one, other, lowering, level);
}

/** Returns whether `fitTogether` is true for the schemas of a property that both shapes have. */
function fitInside(one: Shape, other: Shape, lowering: Lowering, level: number): boolean {
  return Object.entries(one.object.properties ?? {}).some(([name, schema]) => {
    const { properties = {} } = other.object;
    if (!Object.hasOwn(properties, name) || properties[name] === schema) return false;
    const left = openShape({ schema, position: one.position }, lowering);
    const right = openShape({ schema: properties[name]!, position: other.position }, lowering);
    return left !== undefined && right !== undefined && fitTogether(left, right, lowering, level + 1);
  });
}

/** Caches the sorted property names of each schema, because many unions share a schema. */
const namesOfSchema = new WeakMap<SchemaObject, string>();

function namesOf(schema: SchemaObject): string {
  let names = namesOfSchema.get(schema);
  if (names === undefined) {
    const { properties = {}, required = [] } = schema;
    names = JSON.stringify([...new Set([...Object.keys(properties), ...required])].sort());
    namesOfSchema.set(schema, names);
  }
  return names;
}

/**
 * Returns whether the object schemas exclude each other. Each pair of them must have a property that distinguishes the
 * two schemas.
 */
export function areDistinguishable(schemas: readonly Schema[], lowering: Lowering): boolean {
  const shapes = schemas.map((schema) =>
    typeof schema === "object" && schema.$ref !== undefined ? (lowering.lookUp(schema.$ref) ?? true) : schema,
  );
  return shapes.every((a, index) =>
    shapes
      .slice(index + 1)
      .every((b) => typeof a === "object" && typeof b === "object" && excludeEachOther(a, b, lowering)),
  );
}

/**
 * Returns whether a property distinguishes two object schemas: its enums or constants have no common value, or both
 * schemas require the property and its types have nothing in common.
 */
function excludeEachOther(a: SchemaObject, b: SchemaObject, lowering: Lowering): boolean {
  return Object.entries(a.properties ?? {}).some(([name, left]) => {
    const right = b.properties?.[name];
    if (right === undefined || !Object.hasOwn(b.properties ?? {}, name)) return false;
    // A tag such as `kind: { const: "circle", default: "circle" }` is often not required. Its author still uses it to
    // distinguish the branches.
    if (haveNoCommonValue(left, right)) return true;
    const isRequired = [a, b].every(({ required = [] }) => required.includes(name));
    return isRequired && haveNoCommonType(left, right, lowering);
  });
}

function haveNoCommonValue(a: Schema, b: Schema): boolean {
  const [left, right] = [valuesOf(a), valuesOf(b)];
  if (left === undefined || right === undefined) return false;
  return !left.some((value) => right.some((other) => sameJson(value, other)));
}

function haveNoCommonType(a: Schema, b: Schema, lowering: Lowering): boolean {
  const lookUp = (reference: string): Schema | undefined => lowering.lookUp(reference);
  return possibleTypes({ allOf: [a, b] }, lookUp)?.size === 0;
}
