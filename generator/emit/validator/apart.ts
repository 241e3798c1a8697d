import type { Schema, SchemaObject } from "../../ir.js";
import { eachChild } from "../../base/schema-children.js";
import { assertsNothing, isReference } from "./check-function.js";
import type { CheckModule } from "./check-module.js";
import { lists } from "./kinds.js";
import { described, isClosed, matches, namesOf, patternsOf } from "./places.js";
import type { Scope, Unknown } from "./scope.js";
import { typeUnion } from "./type-unions.js";

// Most checks refuse unknown properties while they check an object. This is wrong if several parts of a schema describe
// the same place, or if a part is a condition. A part would refuse a property that another part declares, or a
// condition would fail because of a property that it does not mention. Such a schema has two checks: one of the names,
// against all declared names, and one of everything else.

const known = new WeakMap<CheckModule, Map<string, Map<Schema, boolean>>>();

/** Whether a check of its own handles the names of properties, apart from everything else in the schema. */
export function isApart(schema: Schema, scope: Scope): boolean {
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
  // A property that is to be dropped must be dropped before the schema refuses it.
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

/** True for keywords that check all properties or complete values, or that may require a property which is dropped. */
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

/** Whether a part refuses properties that no part declares and also properties that only another part declares. */
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

/** Whether two schemas of one object describe the same property, and one of them also describes properties inside of it. */
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
  /** Its function is made elsewhere, or its branches have functions of their own. */
  readonly isForeign: boolean;
}

/** Every other schema that applies to the same value, and those that check the items to decide about the list. */
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

/** Whether a schema, or any schema that it contains or refers to, lists properties. */
function listsAnywhere(schema: Schema, module: CheckModule): boolean {
  for (const one of reached(schema, module)) if (lists(one)) return true;
  return false;
}

/** Whether the schema itself closes every object whose properties it lists. */
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
