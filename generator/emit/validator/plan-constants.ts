import type { Json, SchemaObject } from "../../ir.js";
import { sameJson } from "../../base/canonical.js";
import { code, join, json, str, type Code } from "../../base/code.js";
import type { Guard } from "./plan.js";
import { reportValue, type Site } from "./scope.js";
import { typesOf } from "./type-tests.js";

/** From this number of values on, a set is faster and shorter than comparisons. */
const setFrom = 9;

/** Returns the guard for `const` and `enum`. Values that `type` excludes are not compared. */
export function constantGuard(schema: SchemaObject, site: Site): Guard | undefined {
  const allowed = constantsOf(schema);
  if (allowed === undefined) return undefined;
  const { module } = site.scope;
  const scalars = allowed.filter((value) => typeof value !== "object" || value === null);
  if (allowed.length >= setFrom && scalars.length === allowed.length) {
    const set = module.hoist(
      site.scope.constantName(...site.name, "values"),
      code`new Set<unknown>(${json(allowed)})`,
    );
    return { site, when: code`!${set}.has(${site.value})`, then: () => reportValue(site, "enum", set) };
  }
  const when = join(
    allowed.map((value) => differs(value, site)),
    " && ",
  );
  const then =
    schema.const === undefined
      ? reportValue(site, "enum", json(allowed))
      : reportValue(site, "const", json(schema.const));
  return { site, when, then: () => then };
}

/**
 * Returns the values that `const`, `enum` and `type` allow together. Returns undefined if the schema has neither
 * `const` nor `enum`.
 */
export function constantsOf(schema: SchemaObject): readonly Json[] | undefined {
  const listed = schema.const === undefined ? schema.enum : [schema.const];
  if (listed === undefined) return undefined;
  const inBoth =
    schema.const === undefined || schema.enum === undefined
      ? listed
      : listed.filter((value) => isListed(value, schema.enum!));
  const types = typesOf(schema);
  return types === undefined
    ? inBoth
    : inBoth.filter((value) =>
        types.some((type) => typeOf(value) === type || (type === "number" && typeOf(value) === "integer")),
      );
}

function isListed(value: Json, values: readonly Json[]): boolean {
  return values.some((other) => sameJson(other, value));
}

export function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" ? (Number.isInteger(value) ? "integer" : "number") : typeof value;
}

function differs(value: Json, site: Site): Code {
  if (typeof value === "string") return code`${site.value} !== ${str(value)}`;
  if (typeof value !== "object" || value === null) return code`${site.value} !== ${json(value)}`;
  const { module } = site.scope;
  const constant = module.hoist(
    site.scope.constantName(...site.name, "constant"),
    json(value),
    code`: unknown`,
  );
  return code`!${module.use("equal")}(${site.value}, ${constant})`;
}
