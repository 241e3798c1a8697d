import type { Schema, SchemaObject } from "../../ir.js";
import { code, json, type Code } from "../../base/code.js";
import { describeForbidden } from "../describe.js";
import { assertsNothing, checkFunction } from "./check-function.js";
import { described, namesOf } from "./places.js";
import { planUnevaluatedItems, planUnevaluatedProperties } from "./plan-unevaluated.js";
import { passing, report, type Site } from "./scope.js";

/**
 * Returns the properties that a schema requires, if it asserts nothing else. `not: { required: ["a", "b"] }` forbids
 * `a` and `b` together.
 */
function onlyRequired(schema: Schema): readonly string[] | undefined {
  if (typeof schema === "boolean") return undefined;
  const { required = [], type = "object", ...others } = schema;
  return required.length > 0 && type === "object" && assertsNothing(others) ? required : undefined;
}

/** Returns the properties that a condition mentions. */
function namesOfCondition(condition: Schema, { scope: { module } }: Site): readonly string[] {
  const resolve = module.resolve.bind(module);
  const { parts } = described([{ schema: condition, isSure: true }], "object", resolve);
  const excluded = parts.flatMap(({ schema }) =>
    schema.not === undefined
      ? []
      : described([{ schema: schema.not, isSure: false }], "object", resolve).parts,
  );
  return namesOf([...parts, ...excluded]);
}

/** Prints the statements for `not`, `if`/`then`/`else` and the `unevaluated…` keywords. */
export function planConditions(schema: SchemaObject, site: Site): Code[] {
  const { module } = site.scope;
  const statements: Code[] = [];
  const part = (name: string, inner: SchemaObject["not"]): Code =>
    checkFunction(inner!, { ...site, name: [...site.name, name] }, true);
  if (schema.not !== undefined) {
    const expected = `anything but ${describeForbidden(schema.not, module.options.resolve)}`;
    const together = onlyRequired(schema.not);
    const wanted = {
      expected:
        together?.length === 1 ? "this property is not allowed" : "these properties are not allowed together",
      surplus: together,
    };
    const then =
      together === undefined
        ? report(site, "not", expected)
        : code`issues.put("not", ${site.pointer.toCode()}, ${site.value}, ${json(wanted)})`;
    statements.push(code`if (${passing(part("excluded", schema.not), site.value, site)}) ${then};`);
  }
  if (schema.if !== undefined && (schema.then !== undefined || schema.else !== undefined)) {
    const condition = passing(part("if", schema.if), site.value, site);
    const names = namesOfCondition(schema.if, site);
    const branch = (name: "then" | "else"): Code | undefined => {
      if (schema[name] === undefined) return undefined;
      const check = part(name, schema[name]);
      return names.length === 0
        ? code`${check}(${site.value}, issues);`
        : code`${module.use("underCondition")}(${json(names)}, ${check}, ${site.value}, issues);`;
    };
    const then = branch("then");
    const otherwise = branch("else");
    if (then === undefined) statements.push(code`if (!${condition}) ${otherwise!}`);
    else
      statements.push(
        otherwise === undefined
          ? code`if (${condition}) ${then}`
          : code`if (${condition}) ${then} else ${otherwise}`,
      );
  }
  const { unevaluatedProperties: properties, unevaluatedItems: items } = schema;
  if (properties !== undefined) statements.push(...planUnevaluatedProperties(schema, properties, site));
  if (items !== undefined) statements.push(...planUnevaluatedItems(schema, items, site));
  return statements;
}
