import type { Json, Schema, SchemaObject } from "../../ir.js";
import { isMapping } from "../../base/mapping.js";
import { typesOf } from "./type-tests.js";

// Answers questions about a schema and all schemas that it refers to, for example "does this schema allow objects?".
// A recursive schema can reach a part on very many paths. So each answer is stored by part, and not computed again on
// each path.

export type Kind = "object" | "array";

export type Resolve = (ref: string) => Schema;

/** Returns the current answer for a part of a schema. */
type Ask = (part: Schema) => boolean;

/**
 * A question that has one answer for each schema. The answer follows from the answers for the parts of the schema. The
 * question must be monotone: changing the answer for a part from no to yes must never change the answer for the schema
 * from yes to no.
 */
interface Question {
  /** The answer that is assumed for every schema at first. A recursive schema keeps this answer if nothing contradicts it. */
  readonly assumed: boolean;
  /** The known answers. A reference in a schema always has the same target, so an answer never changes. */
  readonly known: WeakMap<SchemaObject, boolean>;
  readonly parts: (schema: SchemaObject, resolve: Resolve) => readonly Schema[];
  readonly answer: (schema: SchemaObject, resolve: Resolve, ask: Ask) => boolean;
  readonly ofBoolean: (schema: boolean) => boolean;
}

function possible(kind: Kind): Question {
  return {
    assumed: true,
    known: new WeakMap(),
    parts: partsInPlace,
    answer: (schema, resolve, ask) => isPossible(kind, schema, resolve, ask),
    ofBoolean: (schema) => schema,
  };
}

function listing(kind: Kind): Question {
  return {
    assumed: false,
    known: new WeakMap(),
    parts: partsInPlace,
    answer: (schema, resolve, ask) => isListing(kind, schema, resolve, ask),
    ofBoolean: () => false,
  };
}

const questions = {
  possible: { object: possible("object"), array: possible("array") },
  listing: { object: listing("object"), array: listing("array") },
} as const;

/** Returns whether a schema allows objects, or arrays, according to its types and constants. */
export function mayBe(kind: Kind, schema: Schema, resolve: Resolve): boolean {
  return settle(questions.possible[kind], schema, resolve);
}

/**
 * Returns whether a schema lists the properties of objects, or the items of arrays. If the schema has branches, every
 * branch that allows objects or arrays must do so.
 */
export function listsMembers(kind: Kind, schema: Schema, resolve: Resolve): boolean {
  return settle(questions.listing[kind], schema, resolve);
}

/**
 * Returns whether the keywords of a schema define the properties of an object. References and branches are not
 * examined.
 */
export function lists(schema: SchemaObject): boolean {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  return (
    (properties ?? patternProperties) !== undefined ||
    [additionalProperties, unevaluatedProperties].includes(false)
  );
}

/**
 * Answers a question for a schema. At first, all parts have the assumed answer. Then each answer that does not hold is
 * corrected, until no answer changes.
 */
function settle(question: Question, schema: Schema, resolveAnew: Resolve): boolean {
  const { known, assumed, ofBoolean } = question;
  if (typeof schema === "boolean") return ofBoolean(schema);
  const found = known.get(schema);
  if (found !== undefined) return found;
  const resolve = cached(resolveAnew);
  const users = usersOf(schema, question, resolve);
  const changed = new Set<SchemaObject>();
  const ask: Ask = (part) => {
    if (typeof part === "boolean") return ofBoolean(part);
    return known.get(part) ?? (changed.has(part) ? !assumed : assumed);
  };
  // The set grows during the iteration. The parts of a schema come before the schema.
  const open = new Set([...users.keys()].reverse());
  for (const one of open) {
    open.delete(one);
    if (changed.has(one) || question.answer(one, resolve, ask) === assumed) continue;
    changed.add(one);
    for (const user of users.get(one)!) open.add(user);
  }
  for (const one of users.keys()) known.set(one, ask(one));
  return ask(schema);
}

/** Returns a function that always returns the same object for the same reference. */
function cached(resolve: Resolve): Resolve {
  const found = new Map<string, Schema>();
  return (reference) => {
    const schema = found.get(reference) ?? resolve(reference);
    found.set(reference, schema);
    return schema;
  };
}

/** Maps each part without a known answer to the schemas that contain this part. */
function usersOf(
  schema: SchemaObject,
  { known, parts }: Question,
  resolve: Resolve,
): ReadonlyMap<SchemaObject, readonly SchemaObject[]> {
  const users = new Map<SchemaObject, SchemaObject[]>([[schema, []]]);
  // The map grows during the iteration.
  for (const one of users.keys()) {
    for (const part of parts(one, resolve)) {
      if (typeof part === "boolean" || known.has(part)) continue;
      const others = users.get(part);
      if (others === undefined) users.set(part, [one]);
      else others.push(one);
    }
  }
  return users;
}

function partsInPlace(schema: SchemaObject, resolve: Resolve): readonly Schema[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [], then, else: otherwise } = schema;
  const others = [then, otherwise].filter((part) => part !== undefined);
  return [...($ref === undefined ? [] : [resolve($ref)]), ...allOf, ...anyOf, ...oneOf, ...others];
}

function isPossible(kind: Kind, schema: SchemaObject, resolve: Resolve, may: Ask): boolean {
  if (typesOf(schema)?.includes(kind) === false) return false;
  const isOfKind = kind === "array" ? Array.isArray : isMapping;
  const isFixed = schema.const !== undefined || schema.enum !== undefined;
  if (isFixed && !listedValues(schema).some((value) => isOfKind(value))) return false;
  const { $ref, allOf = [], anyOf = [true], oneOf = [true] } = schema;
  return ($ref === undefined || may(resolve($ref))) && allOf.every(may) && anyOf.some(may) && oneOf.some(may);
}

function isListing(kind: Kind, schema: SchemaObject, resolve: Resolve, ask: Ask): boolean {
  if (schema.const !== undefined || schema.enum !== undefined) return true;
  if (kind === "object" ? lists(schema) : (schema.items ?? schema.prefixItems) !== undefined) return true;
  const { $ref, allOf = [], if: condition, then, else: otherwise } = schema;
  const isEither = condition !== undefined && then !== undefined && otherwise !== undefined;
  const forms = [schema.anyOf, schema.oneOf, isEither ? [then, otherwise] : undefined];
  return (
    ($ref !== undefined && ask(resolve($ref))) ||
    allOf.some(ask) ||
    forms.some((branches) => {
      const taken = (branches ?? []).filter((branch) => mayBe(kind, branch, resolve));
      return taken.length > 0 && taken.every(ask);
    })
  );
}

export function listedValues(schema: SchemaObject): readonly Json[] {
  return schema.const === undefined ? (schema.enum ?? []) : [schema.const];
}
