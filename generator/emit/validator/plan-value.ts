import type { Schema, SchemaObject, TypeName } from "../../ir.js";
import { callStatement, code, join, type Code } from "../../base/code.js";
import { inPlaceKeywords, keywordsWhere } from "../../base/vocabulary.js";
import { describe } from "../describe.js";
import { checksNamesSeparately } from "./separate-names.js";
import { assertsNothing, callFunction, checkFunction } from "./check-function.js";
import { discriminate } from "./discriminate.js";
import { isNotDigits } from "./integers.js";
import { planArray } from "./plan-arrays.js";
import { planConditions } from "./plan-conditions.js";
import { constantGuard, constantsOf } from "./plan-constants.js";
import { planObject } from "./plan-objects.js";
import { numberGuards, stringGuards } from "./plan-scalars.js";
import { planUnion } from "./plan-unions.js";
import { type Guard, isEmpty, nothingToCheck, print, type Plan, shareTexts } from "./plan.js";
import { freeStatement, type PrintText, report, reportType, type Scope, type Site } from "./scope.js";
import { planTypeUnion, typeUnion } from "./type-unions.js";
import { everyType, isNone, isType, typesOf } from "./type-tests.js";

const objectKeywords = keywordsWhere(({ about }) => about === "object");

/** Keywords whose statements follow the statements of the types, because they apply to values of every type. */
const anyTypeKeywords: readonly string[] = [
  ...inPlaceKeywords,
  ...keywordsWhere(({ leftOver }) => leftOver === true),
];

/** Plans the assertions for a value. */
export function planValue(schema: Schema, baseSite: Site): Plan {
  if (schema === true || assertsNothing(schema)) return planFree(baseSite);
  if (schema === false)
    return { ...nothingToCheck, rest: [callStatement(report(baseSite, "never", "nothing"))] };
  const site = { ...baseSite, integer: schema };
  const branches = typeUnion(schema, site.scope.module);
  if (branches !== undefined) return planTypeUnion(schema, branches, site);
  if (!site.pointer.isRoot && needsFunction(schema, site.scope)) {
    return { ...nothingToCheck, rest: [callFunction(schema, site)] };
  }
  const tagged = { ...schema, ...typeOfTagged(schema, site.scope) };
  const typed = exceptDigits(planTyped(tagged, site), tagged, site);
  const inPlace = planInPlace(tagged, site);
  if (inPlace.length === 0) return typed;
  return typed.only.length === 0
    ? { ...typed, rest: [...typed.rest, ...inPlace] }
    : { only: [], guards: [], rest: [...print(typed), ...inPlace] };
}

/**
 * Returns the type "object" if a property distinguishes the branches of a union, because only objects have properties.
 */
function typeOfTagged(schema: SchemaObject, { module }: Scope): SchemaObject {
  const { type, anyOf, oneOf } = schema;
  const branches = oneOf ?? anyOf;
  if (type !== undefined || branches === undefined || branches.length < 2) return {};
  return discriminate(schema, branches, module) === undefined ? {} : { type: "object" };
}

/**
 * Adds a condition to a plan: the result is not a string of digits. Such a string represents an integer that a number
 * cannot hold exactly, and no other assertion applies to it.
 */
function exceptDigits(plan: Plan, schema: SchemaObject, site: Site): Plan {
  const types = constantsOf(schema) === undefined ? typesOf(schema) : undefined;
  const test = isEmpty(plan) ? undefined : isNotDigits(schema, types ?? [], site);
  return test === undefined ? plan : { ...plan, only: [test, ...plan.only] };
}

/**
 * Plans the check of a value that the schema does not describe. In arguments, such a value is searched for forbidden
 * names such as `__proto__`.
 */
function planFree(site: Site): Plan {
  const { nameChecks, isOpen } = site.scope;
  if (!nameChecks.safeKeys || isOpen) return nothingToCheck;
  return { ...nothingToCheck, rest: [freeStatement(site)] };
}

/**
 * Returns whether a schema gets a check function of its own. This is always the case if the check reads properties or
 * compares branches.
 */
export function needsFunction(schema: Schema, scope: Scope): boolean {
  if (typeof schema === "boolean" || typeUnion(schema, scope.module) !== undefined) return false;
  if (checksNamesSeparately(schema, scope)) return true;
  if (anyTypeKeywords.some((keyword) => Object.hasOwn(schema, keyword))) return true;
  if (scope.nameChecks.onlyNames === true && isInsideItself(schema)) return true;
  const types = typesOf(schema);
  if (types !== undefined && !types.includes("object")) return false;
  return objectKeywords.some((keyword) => schema[keyword] !== undefined);
}

/**
 * Returns whether a names-only schema is an item of itself, at any depth. This can happen without a reference in such a
 * schema.
 */
function isInsideItself(schema: SchemaObject): boolean {
  const inner = new Set<Schema>(itemsOf(schema));
  // The set grows during the iteration.
  for (const item of inner) for (const one of itemsOf(item)) inner.add(one);
  return inner.has(schema);
}

function itemsOf(schema: Schema): readonly Schema[] {
  if (typeof schema === "boolean") return [];
  const { items = true, prefixItems = [] } = schema;
  return [items, ...prefixItems];
}

function planInPlace(schema: SchemaObject, site: Site): Code[] {
  const statements: Code[] = [];
  const { scope } = site;
  if (site.pointer.isRoot) scope.beside = { ...scope.beside, ...schema.properties };
  if (schema.$ref !== undefined)
    statements.push(
      callStatement(
        code`${checkFunction({ $ref: schema.$ref }, site, site.scope.isOpen)}(${site.value}, issues)`,
      ),
    );
  statements.push(...planUnion(schema, site), ...planConditions(schema, site));
  return statements;
}

/** Plans the assertions of `type`, `const`, `enum` and the keywords of each type. */
function planTyped(schema: SchemaObject, site: Site): Plan {
  if (constantsOf(schema)?.length === 0) return planValue(false, site);
  const constant = constantGuard(schema, site);
  const types = typesOf(schema);
  const groups = everyType.flatMap((type) => {
    const allowed =
      types === undefined || types.includes(type) || (type === "number" && types.includes("integer"));
    const plan = allowed ? planOf(type, schema, site) : nothingToCheck;
    return isEmpty(plan)
      ? []
      : [{ type: type === "number" && types?.includes("integer") ? ("integer" as const) : type, plan }];
  });
  if (constant !== undefined) {
    const { const: _const, enum: _enum, ...rest } = schema;
    const detail = { ...site, name: [...site.name, "detail"] };
    return {
      only: [],
      guards: [constant],
      rest: groups.length === 0 ? [] : [callFunction(withoutApplicators(rest), detail)],
    };
  }
  if (types === undefined) {
    const [first, ...others] = groups;
    if (first === undefined) return nothingToCheck;
    if (others.length === 0) return { ...first.plan, only: [isType(first.type, site), ...first.plan.only] };
    return { ...nothingToCheck, rest: dispatch(groups, site, undefined) };
  }
  return planTypes(schema, types, groups, site);
}

/**
 * Removes all keywords that do not belong to a type. The values of `const` and `enum` must satisfy the remaining
 * keywords too.
 */
function withoutApplicators(schema: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !anyTypeKeywords.includes(keyword)));
}

interface Group {
  readonly type: TypeName;
  readonly plan: Plan;
}

function planTypes(
  schema: SchemaObject,
  types: readonly TypeName[],
  groups: readonly Group[],
  site: Site,
): Plan {
  const expected = describe(schema, site.scope.module.options.resolve);
  const plain = types.filter((type) => !groups.some((group) => group.type === type));
  const wrong: Guard = {
    site,
    when: isNone(types, site),
    then: (text) => reportType(site, types, expected, [], text),
  };
  const [first, ...others] = groups;
  if (first === undefined) return { only: [], guards: [wrong], rest: [] };
  if (others.length > 0)
    return { ...nothingToCheck, rest: dispatch(groups, site, { ...wrong, when: isNone(plain, site) }) };
  const only = plain.length === 0 ? [] : [isNone(plain, site)];
  const guard = { ...wrong, when: isNone([first.type], site) };
  if (first.plan.only.length > 0) return { only, guards: [guard], rest: print(first.plan) };
  return { only, guards: [guard, ...first.plan.guards], rest: first.plan.rest };
}

/**
 * Prints `if` for values of the first type, `else if` for each further type, and `else` for the report of all other
 * values.
 */
function dispatch(groups: readonly Group[], site: Site, otherwise: Guard | undefined): readonly Code[] {
  const guards = [
    ...groups.flatMap(({ plan }) => plan.guards),
    ...(otherwise === undefined ? [] : [otherwise]),
  ];
  const { constants, print: texts } = shareTexts(guards);
  const cases = groups.map(
    ({ type, plan }) => code`if (${isType(type, site)}) { ${join(print(plan, texts), "\n")} }`,
  );
  const last = otherwise === undefined ? [] : [lastCase(otherwise, texts)];
  return [...constants, [...cases, ...last].reduce((before, next) => code`${before} else ${next}`)];
}

function lastCase({ when, then }: Guard, texts: PrintText): Code {
  const issue = then(texts);
  return when.toString() === "" ? code`${issue};` : code`if (${when}) ${issue};`;
}

function planOf(type: TypeName, schema: SchemaObject, site: Site): Plan {
  if (type === "string") return { ...nothingToCheck, guards: stringGuards(schema, site) };
  if (type === "number") return { ...nothingToCheck, guards: numberGuards(schema, site) };
  if (type === "array") {
    const isFree =
      schema.type !== undefined && schema.items === undefined && schema.prefixItems === undefined;
    const plan = planArray(schema, site);
    return isFree ? { ...plan, rest: [...plan.rest, ...planFree(site).rest] } : plan;
  }
  if (type === "object") return planObject(schema, site);
  return nothingToCheck;
}
