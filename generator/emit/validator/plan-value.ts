import type { Schema, SchemaObject, TypeName } from "../../ir.js";
import { callStatement, code, join, type Code } from "../../base/code.js";
import { inPlaceKeywords, keywordsWhere } from "../../base/vocabulary.js";
import { describe } from "../describe.js";
import { isApart } from "./apart.js";
import { assertsNothing, callFunction, checkFunction } from "./check-function.js";
import { discriminate } from "./discriminate.js";
import { isNoDigits } from "./integers.js";
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

/** Keywords whose checks come after those of the types, because they apply to all of the value. */
const wholeKeywords: readonly string[] = [
  ...inPlaceKeywords,
  ...keywordsWhere(({ leftOver }) => leftOver === true),
];

/** The assertions for a value. */
export function planValue(schema: Schema, given: Site): Plan {
  if (schema === true || assertsNothing(schema)) return planFree(given);
  if (schema === false)
    return { ...nothingToCheck, rest: [callStatement(report(given, "never", "nothing"))] };
  const site = { ...given, integer: schema };
  const branches = typeUnion(schema, site.scope.module);
  if (branches !== undefined) return planTypeUnion(schema, branches, site);
  if (!site.pointer.isRoot && needsFunction(schema, site.scope)) {
    return { ...nothingToCheck, rest: [callFunction(schema, site)] };
  }
  const whole = { ...schema, ...typeOfTagged(schema, site.scope) };
  const typed = exceptDigits(planTyped(whole, site), whole, site);
  const inPlace = planInPlace(whole, site);
  if (inPlace.length === 0) return typed;
  return typed.only.length === 0
    ? { ...typed, rest: [...typed.rest, ...inPlace] }
    : { only: [], guards: [], rest: [...print(typed), ...inPlace] };
}

/** Only an object has the property that distinguishes the branches of a union. */
function typeOfTagged(schema: SchemaObject, { module }: Scope): SchemaObject {
  const { type, anyOf, oneOf } = schema;
  const branches = oneOf ?? anyOf;
  if (type !== undefined || branches === undefined || branches.length < 2) return {};
  return discriminate(schema, branches, module) === undefined ? {} : { type: "object" };
}

/** Digits in a result stand for an integer that a number cannot hold: no other assertion applies to them. */
function exceptDigits(plan: Plan, schema: SchemaObject, site: Site): Plan {
  const types = constantsOf(schema) === undefined ? typesOf(schema) : undefined;
  const test = isEmpty(plan) ? undefined : isNoDigits(schema, types ?? [], site);
  return test === undefined ? plan : { ...plan, only: [test, ...plan.only] };
}

/** Arguments that the schema does not describe are still searched for forbidden keys. */
function planFree(site: Site): Plan {
  const { nameChecks, isOpen } = site.scope;
  if (!nameChecks.safeKeys || isOpen) return nothingToCheck;
  return { ...nothingToCheck, rest: [freeStatement(site)] };
}

/** Each object has one function: a check that reads properties or compares branches gets a function of its own. */
export function needsFunction(schema: Schema, scope: Scope): boolean {
  if (typeof schema === "boolean" || typeUnion(schema, scope.module) !== undefined) return false;
  if (isApart(schema, scope)) return true;
  if (wholeKeywords.some((keyword) => Object.hasOwn(schema, keyword))) return true;
  if (scope.nameChecks.onlyNames === true && isInsideItself(schema)) return true;
  const types = typesOf(schema);
  if (types !== undefined && !types.includes("object")) return false;
  return objectKeywords.some((keyword) => schema[keyword] !== undefined);
}

/**
 * Whether an item of a list, at any depth, is the list's own schema. In a schema of names this can happen without a
 * reference in between.
 */
function isInsideItself(schema: SchemaObject): boolean {
  const inner = new Set<Schema>(itemsOf(schema));
  // Grows during the iteration.
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

/** `type`, `const`, `enum` and the keywords of each type. */
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

/** Only `type` and the keywords of types. The values of an enumeration must satisfy them too. */
function withoutApplicators(schema: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !wholeKeywords.includes(keyword)));
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

/** `if` the value is a string … `else if` it is a number … `else` it is refused. */
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
