import type { Json, Schema, SchemaObject, TypeName } from "../../ir.js";
import { code, join, type Code } from "../../base/code.js";
import { describe } from "../describe.js";
import { assertsNothing, callFunction } from "./check-function.js";
import type { CheckModule } from "./check-module.js";
import { isNotDigits, wideTypes } from "./integers.js";
import { constantsOf, typeOf } from "./plan-constants.js";
import { needsFunction, planValue } from "./plan-value.js";
import { block, isEmpty, nothingToCheck, print, type Plan } from "./plan.js";
import { type PrintText, reportType, type Site } from "./scope.js";
import { isNone, isType, typesOf } from "./type-tests.js";

interface Branch {
  readonly schema: Schema;
  readonly types: readonly TypeName[];
}

/**
 * Returns the branches of a union if the type of a value decides which branch applies. The schema must have no other
 * assertion.
 */
export function typeUnion(schema: SchemaObject, module: CheckModule): readonly Branch[] | undefined {
  const branches = schema.anyOf ?? schema.oneOf;
  const { anyOf, oneOf, discriminator: _, ...others } = schema;
  if (branches === undefined || (anyOf !== undefined && oneOf !== undefined) || !assertsNothing(others))
    return undefined;
  const typed = branches.map((branch) => ({ schema: branch, types: staticTypes(branch, module) ?? [] }));
  const seen = new Set<TypeName>();
  for (const { schema: branch, types } of typed) {
    if (types.length === 0) return undefined;
    for (const type of types.map((name) => typeInMemory(name, branch, module))) {
      if (seen.has(type)) return undefined;
      seen.add(type);
    }
  }
  return typed;
}

/** Returns the type that values of a schema type have in JavaScript. A 64-bit integer may be a string. */
function typeInMemory(type: TypeName, branch: Schema, module: CheckModule): TypeName {
  if (type !== "integer") return type;
  const schema = followed(branch, module);
  const wide = typeof schema === "object" ? wideTypes(schema, module) : undefined;
  return wide?.includes("string") === true ? "string" : "number";
}

/**
 * Plans a union whose branches have different types. The generated code checks the type first, and then the branch of
 * this type.
 */
export function planTypeUnion(schema: SchemaObject, branches: readonly Branch[], baseSite: Site): Plan {
  const integer = branches.find(({ types }) => types.includes("integer"))?.schema ?? true;
  const numeric = followed(integer, baseSite.scope.module);
  const site = typeof numeric === "object" ? { ...baseSite, integer: numeric } : baseSite;
  const planned = branches.map((branch) => planBranch(branch, site));
  const plain = planned.filter(({ rest }) => isEmpty(rest)).flatMap(({ types }) => types);
  const [first, ...more] = planned.filter(({ rest }) => !isEmpty(rest));
  const types = branches.flatMap((branch) => branch.types);
  const then = (text?: PrintText): Code => reportUnion(schema, branches, site, text);
  const digits = isNotDigits(site.integer ?? schema, types, site);
  const only = digits === undefined ? [] : [digits];
  if (first === undefined) return { only, guards: [{ site, when: isNone(plain, site), then }], rest: [] };
  // If the only other branch is `null`, the report contains the expected value of the first branch. With more branches,
  // the report contains all types.
  if (more.length === 0 && plain.every((type) => type === "null")) {
    const { full } = first;
    return plain.length === 0 ? full : { ...full, only: [isNone(plain, site), ...full.only] };
  }
  const cases = [first, ...more].map(
    ({ types, rest }) => code`if (${isOneOf(types, site)}) ${block(print(rest))}`,
  );
  const last = plain.length === 0 ? code`${then()};` : code`if (${isNone(plain, site)}) ${then()};`;
  return {
    ...nothingToCheck,
    only,
    rest: [[...cases, last].reduce((before, next) => code`${before} else ${next}`)],
  };
}

/**
 * Prints the report for a value that matches no branch. The report contains the values of branches with `const` or
 * `enum`, and the types of all other branches.
 */
function reportUnion(schema: SchemaObject, branches: readonly Branch[], site: Site, text?: PrintText): Code {
  const { module } = site.scope;
  const listed = (branch: Branch): readonly Json[] | undefined => {
    const target = followed(branch.schema, module);
    return typeof target === "object" ? constantsOf(target) : undefined;
  };
  const types = branches.filter((branch) => listed(branch) === undefined).flatMap((branch) => branch.types);
  const values = branches.flatMap((branch) => listed(branch) ?? []);
  return reportType(site, types, describe(schema, module.options.resolve), values, text);
}

interface PlannedBranch {
  readonly types: readonly TypeName[];
  readonly full: Plan;
  /** The assertions for a value whose type was already checked. */
  readonly rest: Plan;
}

function planBranch({ schema, types }: Branch, site: Site): PlannedBranch {
  if (needsFunction(schema, site.scope)) {
    const call = { ...nothingToCheck, rest: [callFunction(schema, site)] };
    return { types, full: call, rest: call };
  }
  const full = planValue(schema, site);
  const listsValues = typeof schema === "object" && constantsOf(schema) !== undefined;
  // The first guard checks the type if the branch has one type. With several types, it does so if it is the only guard.
  const beginsWithType = types.length === 1 || (full.guards.length === 1 && full.rest.length === 0);
  return {
    types,
    full,
    rest: !listsValues && beginsWithType ? { ...full, guards: full.guards.slice(1) } : full,
  };
}

function isOneOf(types: readonly TypeName[], site: Site): Code {
  return join(
    types.map((type) => isType(type, site)),
    " || ",
  );
}

/** Returns the target of a branch that is a reference. */
function followed(schema: Schema, module: CheckModule, depth = 0): Schema {
  if (typeof schema === "boolean" || schema.$ref === undefined || depth > 8) return schema;
  return followed(module.resolve(schema.$ref), module, depth + 1);
}

function staticTypes(schema: Schema, module: CheckModule, depth = 0): readonly TypeName[] | undefined {
  if (typeof schema === "boolean" || depth > 8) return undefined;
  const constants = constantsOf(schema);
  if (constants !== undefined) return [...new Set(constants.map((value) => typeOf(value) as TypeName))];
  if (schema.type !== undefined) return typesOf(schema);
  return schema.$ref === undefined ? undefined : staticTypes(module.resolve(schema.$ref), module, depth + 1);
}
