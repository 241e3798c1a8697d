import type { Schema, SchemaObject } from "../../ir.js";
import { eachChild } from "../../base/schema-children.js";
import { assertsNothing, isReference } from "./check-function.js";
import type { CheckModule } from "./check-module.js";
import { lists } from "./kinds.js";
import { described, isClosed, matches, namesOf, patternsOf } from "./places.js";
import type { Scope, Unknown } from "./scope.js";
import { typeUnion } from "./type-unions.js";

// Decides which schemas are checked by two functions. Most checks refuse unknown properties while they check an object.
// This is wrong in two cases. If several schemas describe the same object, one of them would refuse a property that
// another declares. If a schema is a condition, it would fail because of a property that it does not mention. In these
// cases, one function checks the names of properties against all declared names, and the other function checks
// everything else.

const known = new WeakMap<CheckModule, Map<string, Map<Schema, boolean>>>();

/**
 * Returns whether a schema is checked by two functions: one for the names of its properties, and one for everything
 * else.
 */
export function checksNamesSeparately(schema: Schema, scope: Scope): boolean {
  const { nameChecks, isOpen } = scope;
  if (typeof schema === "boolean" || isOpen || nameChecks.onlyNames === true) return false;
  if (nameChecks.unknown === "allow" && !nameChecks.safeKeys) return false;
  const found = decisions(scope);
  const decided = found.get(schema) ?? decide(schema, scope);
  found.set(schema, decided);
  return decided;
}

function decisions({ module, nameChecks }: Scope): Map<Schema, boolean> {
  const ofModule = known.get(module) ?? new Map<string, Map<Schema, boolean>>();
  known.set(module, ofModule);
  const key = JSON.stringify(nameChecks);
  const found = ofModule.get(key) ?? new Map<Schema, boolean>();
  ofModule.set(key, found);
  return found;
}

function decide(schema: SchemaObject, { module, nameChecks }: Scope): boolean {
  if (isReference(schema) || typeUnion(schema, module) !== undefined) return false;
  // In the mode "strip", a property must be dropped before the schema can refuse it.
  const isExplicit = nameChecks.unknown !== "strip" && refusesAll(schema, module);
  if (meets(schema, module)) return !isExplicit;
  const parts = [...partsOf(schema, module)];
  const all = [schema, ...parts.map((part) => part.schema)];
  if (all.some((part) => dependsOnNames(part, nameChecks.unknown)) && listsAnywhere(schema, module))
    return true;
  if (nameChecks.unknown === "strip" && refusesDeclared(schema, all, module)) return true;
  if (parts.length === 0) return false;
  if (parts.some((part) => looksInside(part, module))) return !isExplicit;
  const { type } = schema;
  if (!nameChecks.safeKeys || type !== undefined) return false;
  const object = described([{ schema, isSure: true }], "object", module.resolve.bind(module));
  return (
    (nameChecks.unknown === "allow" || !isClosed(object)) && parts.some(({ schema: part }) => lists(part))
  );
}

/**
 * Returns whether a schema has a keyword whose result may depend on unknown properties, for example `minProperties`,
 * `not`, or an `enum` that contains an object.
 */
function dependsOnNames(schema: SchemaObject, unknown: Unknown): boolean {
  if (unknown === "allow") return false;
  if (schema.const !== undefined || schema.enum !== undefined)
    return [schema.const, ...(schema.enum ?? [])].some(
      (value) => typeof value === "object" && value !== null,
    );
  const { minProperties, maxProperties, propertyNames, uniqueItems, contains, not } = schema;
  return (
    unknown === "strip" &&
    [minProperties, maxProperties, propertyNames, uniqueItems, contains, not].some(
      (keyword) => keyword !== undefined,
    )
  );
}

/** Returns whether one of the schemas refuses a property that another of these schemas declares. */
function refusesDeclared(schema: SchemaObject, all: readonly SchemaObject[], module: CheckModule): boolean {
  if (all.some((part) => part.unevaluatedProperties === false)) return true;
  if (all.some((part) => part !== schema && part.additionalProperties === false)) return true;
  if (schema.additionalProperties !== false) return false;
  const { parts } = described([{ schema, isSure: true }], "object", module.resolve.bind(module));
  const { properties = {}, patternProperties = {} } = schema;
  return (
    namesOf(parts).some((name) => !Object.hasOwn(properties, name)) ||
    patternsOf(parts).some((pattern) => !Object.hasOwn(patternProperties, pattern))
  );
}

/**
 * Returns whether two subschemas describe the same property, and at least one of them describes properties inside of
 * this property. This happens if a property matches a pattern, or if there are several patterns.
 */
function meets(schema: SchemaObject, module: CheckModule): boolean {
  const { properties = {}, patternProperties = {} } = schema;
  const patterns = Object.entries(patternProperties);
  if (patterns.length > 1 && patterns.some(([, inner]) => listsAnywhere(inner, module))) return true;
  return Object.entries(properties).some(([name, property]) =>
    patterns.some(
      ([pattern, inner]) =>
        matches(pattern, name) && [property, inner].some((one) => listsAnywhere(one, module)),
    ),
  );
}

interface ApplyingPart {
  readonly schema: SchemaObject;
  /**
   * True if the schema has a check function of its own. This is the case for a reference, and for a branch that is
   * chosen by its type.
   */
  readonly isForeign: boolean;
}

/**
 * Yields all other schemas that apply to the same value. The schemas of `contains` and of `unevaluated…` are included,
 * because their checks also decide whether the value is valid.
 */
function* partsOf(schema: SchemaObject, module: CheckModule): Generator<ApplyingPart> {
  const seen = new Set<Schema>([schema]);
  const open: ApplyingPart[] = [{ schema, isForeign: false }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const next: [Schema, boolean][] = [];
    eachChild(part.schema, (child, inPart) => {
      if (inPart === "value") next.push([child, part!.isForeign]);
    });
    if (part.schema.$ref !== undefined) next.push([module.resolve(part.schema.$ref), true]);
    for (const [inner, isForeign] of next) {
      if (typeof inner === "boolean" || seen.has(inner)) continue;
      seen.add(inner);
      const found = { schema: inner, isForeign: isForeign || typeUnion(inner, module) !== undefined };
      yield found;
      open.push(found);
    }
  }
  for (const keyword of ["contains", "unevaluatedProperties", "unevaluatedItems"] as const) {
    const inner = schema[keyword];
    if (typeof inner === "object") yield { schema: inner, isForeign: true };
  }
}

function looksInside({ schema, isForeign }: ApplyingPart, module: CheckModule): boolean {
  if (isForeign && listsAnywhere(schema, module)) return true;
  let found = false;
  eachChild(schema, (child, part) => {
    if (part === "value") return;
    if (typeof child === "object" && (assertsNothing(child) || listsAnywhere(child, module))) found = true;
    if (child === true) found = true;
  });
  return found;
}

/** Returns whether a schema lists properties. Schemas that it contains or refers to are included. */
function listsAnywhere(schema: Schema, module: CheckModule): boolean {
  for (const one of reached(schema, module)) if (lists(one)) return true;
  return false;
}

/**
 * Returns whether a schema, and every schema that can be reached from it, refuses unlisted properties if it lists
 * properties.
 */
function refusesAll(schema: Schema, module: CheckModule): boolean {
  for (const one of reached(schema, module))
    if (lists(one) && one.additionalProperties !== false && one.unevaluatedProperties !== false) return false;
  return true;
}

function* reached(schema: Schema, module: CheckModule): Generator<SchemaObject> {
  const seen = new Set<Schema>();
  const open = [schema];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one === "boolean" || seen.has(one)) continue;
    seen.add(one);
    yield one;
    eachChild(one, (child) => open.push(child));
    if (one.$ref !== undefined) open.push(module.resolve(one.$ref));
  }
}
