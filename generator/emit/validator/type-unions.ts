import type { Schema, SchemaObject, TypeName } from "../../ir.js";
import { code, join, type Code } from "../code.js";
import { describe } from "../describe.js";
import { assertsNothing, callFunction } from "./check-function.js";
import type { CheckModule } from "./check-module.js";
import { constantsOf, typeOf } from "./plan-constants.js";
import { needsFunction, planValue } from "./plan-value.js";
import { block, nothingToCheck, print, type Plan } from "./plan.js";
import { report, type Site } from "./scope.js";
import { isNone, isType, typesOf } from "./type-tests.js";

interface Branch {
  readonly schema: Schema;
  readonly types: readonly TypeName[];
}

/** The branches of a schema that is a union and nothing else, if the type of a value tells which of them is meant. */
export function typeUnion(schema: SchemaObject, module: CheckModule): readonly Branch[] | undefined {
  const branches = schema.anyOf ?? schema.oneOf;
  const { anyOf, oneOf, discriminator: _, ...others } = schema;
  if (branches === undefined || (anyOf !== undefined && oneOf !== undefined) || !assertsNothing(others))
    return undefined;
  const typed = branches.map((branch) => ({ schema: branch, types: staticTypes(branch, module) ?? [] }));
  const seen = new Set<TypeName>();
  for (const { types } of typed) {
    if (types.length === 0) return undefined;
    for (const type of types.map((name) => (name === "integer" ? "number" : name))) {
      if (seen.has(type)) return undefined;
      seen.add(type);
    }
  }
  return typed;
}

/** Looks at the type first, and then at the branch it means. */
export function planTypeUnion(schema: SchemaObject, branches: readonly Branch[], site: Site): Plan {
  const plain = branches.filter((branch) => isOnlyTyped(branch.schema));
  const others = branches.filter((branch) => !isOnlyTyped(branch.schema));
  const then = report(site, "type", describe(schema, site.scope.module.options.resolve));
  const plainTypes = plain.flatMap(({ types }) => types);
  const [first, ...more] = others;
  if (first === undefined) return { only: [], guards: [{ when: isNone(plainTypes, site), then }], rest: [] };
  // `null` beside something is an absent something; other types are worth naming in the expectation.
  if (more.length === 0 && plainTypes.every((type) => type === "null")) {
    const plan = planBranch(first, site);
    return plainTypes.length === 0 ? plan : { ...plan, only: [isNone(plainTypes, site), ...plan.only] };
  }
  const cases = others.map((branch) => code`if (${isOneOf(branch.types, site)}) ${caseBody(branch, site)}`);
  const last = plainTypes.length === 0 ? code`${then};` : code`if (${isNone(plainTypes, site)}) ${then};`;
  return {
    ...nothingToCheck,
    rest: [[...cases, last].reduce((before, next) => code`${before} else ${next}`)],
  };
}

function planBranch({ schema }: Branch, site: Site): Plan {
  return needsFunction(schema, site.scope)
    ? { ...nothingToCheck, rest: [callFunction(schema, site)] }
    : planValue(schema, site);
}

/** The type is known by then, so only the rest is looked at. */
function caseBody({ schema, types }: Branch, site: Site): Code {
  if (
    typeof schema === "boolean" ||
    types.length > 1 ||
    needsFunction(schema, site.scope) ||
    constantsOf(schema) !== undefined
  ) {
    return block(print(planBranch({ schema, types }, site)));
  }
  const { type: _, ...rest } = schema;
  const plan = planValue(rest, site);
  return block(print({ ...plan, only: [] }));
}

function isOneOf(types: readonly TypeName[], site: Site): Code {
  return join(
    types.map((type) => isType(type, site)),
    " || ",
  );
}

function isOnlyTyped(schema: Schema): boolean {
  if (typeof schema === "boolean") return false;
  const { type, ...others } = schema;
  return type !== undefined && type !== "object" && assertsNothing(others);
}

function staticTypes(schema: Schema, module: CheckModule, depth = 0): readonly TypeName[] | undefined {
  if (typeof schema === "boolean" || depth > 8) return undefined;
  const constants = constantsOf(schema);
  if (constants !== undefined) return [...new Set(constants.map((value) => typeOf(value) as TypeName))];
  if (schema.type !== undefined) return typesOf(schema);
  return schema.$ref === undefined ? undefined : staticTypes(module.resolve(schema.$ref), module, depth + 1);
}
