import type { SchemaObject, TypeName } from "../../ir.js";
import { code, join, type Code } from "../../base/code.js";
import { isInteger, isNotInteger } from "./integers.js";
import type { Site } from "./scope.js";

/** The types of JSON. "number" includes integers. */
export const everyType: readonly TypeName[] = ["string", "number", "boolean", "array", "object", "null"];

/**
 * Returns the types that a schema allows. "integer" is left out beside "number". Returns undefined if all types are
 * allowed.
 */
export function typesOf(schema: SchemaObject): readonly TypeName[] | undefined {
  if (schema.type === undefined) return undefined;
  const types = typeof schema.type === "string" ? [schema.type] : [...new Set(schema.type)];
  return types.includes("number") ? types.filter((type) => type !== "integer") : types;
}

/** Prints a condition that is true if a value has the type. */
export function isType(type: TypeName, site: Site): Code {
  const { value, scope } = site;
  if (type === "null") return code`${value} === null`;
  if (type === "string") return code`typeof ${value} === "string"`;
  if (type === "boolean") return code`typeof ${value} === "boolean"`;
  if (type === "array") return code`Array.isArray(${value})`;
  if (type === "integer") return isInteger(site);
  const test = { number: "isNumber", object: "isObject" }[type];
  return code`${scope.module.use(test)}(${value})`;
}

/** Prints a condition that is true if a value has none of the types. */
export function isNone(types: readonly TypeName[], site: Site): Code {
  return join(
    types.map((type) => isNot(type, site)),
    " && ",
  );
}

function isNot(type: TypeName, site: Site): Code {
  const { value } = site;
  if (type === "null") return code`${value} !== null`;
  if (type === "string") return code`typeof ${value} !== "string"`;
  if (type === "boolean") return code`typeof ${value} !== "boolean"`;
  if (type === "integer") return isNotInteger(site);
  return code`!${isType(type, site)}`;
}
