import type { Json, Schema, SchemaObject, TypeName } from "../../ir.js";
import { code, join, type Code } from "../../base/code.js";
import { describe } from "../describe.js";
import { assertsNothing, callFunction } from "./check-function.js";
import type { CheckModule } from "./check-module.js";
import { isNoDigits, wideTypes } from "./integers.js";
import { constantsOf, typeOf } from "./plan-constants.js";
import { needsFunction, planValue } from "./plan-value.js";
import { block, isEmpty, nothingToCheck, print, type Plan } from "./plan.js";
import { type PrintText, reportType, type Site } from "./scope.js";
import { isNone, isType, typesOf } from "./type-tests.js";

interface Branch {
  readonly schema: Schema;
  readonly types: readonly TypeName[];
}

/** The branches of a schema that only consists of a union, if the type of a value decides which branch is meant. */
export function typeUnion(schema: SchemaObject, module: CheckModule): readonly Branch[] | undefined {
  const branches = schema.anyOf ?? schema.oneOf;
  const { anyOf, oneOf, discriminator: _, ...others } = schema;
  if (branches === undefined || (anyOf !== undefined && oneOf !== undefined) || !assertsNothing(others))
    return undefined;
  const typed = branches.map((branch) => ({ schema: branch, types: staticTypes(branch, module) ?? [] }));
  const seen = new Set<TypeName>();
  for (const { schema: branch, types } of typed) {
    if (types.length === 0) return undefined;
    for (const type of types.map((name) => heldAs(name, branch, module))) {
      if (seen.has(type)) return undefined;
      seen.add(type);
    }
  }
  return typed;
}

/** The type of a value in memory: 64-bit integers may be texts. */
function heldAs(type: TypeName, branch: Schema, module: CheckModule): TypeName {
  if (type !== "integer") return type;
  const schema = followed(branch, module);
  const wide = typeof schema === "object" ? wideTypes(schema, module) : undefined;
  return wide?.includes("string") === true ? "string" : "number";
}

/** Checks the type first, and then the branch of that type. */
export function planTypeUnion(schema: SchemaObject, branches: readonly Branch[], given: Site): Plan {
  const integer = branches.find(({ types }) => types.includes("integer"))?.schema ?? true;
  const numeric = followed(integer, given.scope.module);
  const site = typeof numeric === "object" ? { ...given, integer: numeric } : given;
  const planned = branches.map((branch) => planBranch(branch, site));
  const plain = planned.filter(({ rest }) => isEmpty(rest)).flatMap(({ types }) => types);
  const [first, ...more] = planned.filter(({ rest }) => !isEmpty(rest));
  const types = branches.flatMap((branch) => branch.types);
  const then = (text?: PrintText): Code => reportUnion(schema, branches, site, text);
  const digits = isNoDigits(site.integer ?? schema, types, site);
  const only = digits === undefined ? [] : [digits];
  if (first === undefined) return { only, guards: [{ site, when: isNone(plain, site), then }], rest: [] };
  // Beside one other type, `null` means a missing value. With more types, the expectation names all of them.
  if (more.length === 0 && plain.every((type) => type === "null")) {
    const { whole } = first;
    return plain.length === 0 ? whole : { ...whole, only: [isNone(plain, site), ...whole.only] };
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

/** Branches that list their values contribute these values to the report, and not their types. */
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
  readonly whole: Plan;
  /** The remaining assertions for a value whose type is known. */
  readonly rest: Plan;
}

function planBranch({ schema, types }: Branch, site: Site): PlannedBranch {
  if (needsFunction(schema, site.scope)) {
    const call = { ...nothingToCheck, rest: [callFunction(schema, site)] };
    return { types, whole: call, rest: call };
  }
  const whole = planValue(schema, site);
  const listsValues = typeof schema === "object" && constantsOf(schema) !== undefined;
  // The first guard of a single type checks the type, and so does the only guard of several types.
  const beginsWithType = types.length === 1 || (whole.guards.length === 1 && whole.rest.length === 0);
  return {
    types,
    whole,
    rest: !listsValues && beginsWithType ? { ...whole, guards: whole.guards.slice(1) } : whole,
  };
}

function isOneOf(types: readonly TypeName[], site: Site): Code {
  return join(
    types.map((type) => isType(type, site)),
    " || ",
  );
}

/** The target of a branch that is a reference. */
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
