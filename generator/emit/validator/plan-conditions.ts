import type { SchemaObject } from "../../ir.js";
import { code, type Code } from "../../base/code.js";
import { describeForbidden } from "../describe.js";
import { checkFunction } from "./check-function.js";
import { planUnevaluatedItems, planUnevaluatedProperties } from "./plan-unevaluated.js";
import { passing, report, type Site } from "./scope.js";

/** `not`, `if`/`then`/`else` and what is left unevaluated, for the value of a function. */
export function planConditions(schema: SchemaObject, site: Site): Code[] {
  const { module } = site.scope;
  const statements: Code[] = [];
  const part = (name: string, inner: SchemaObject["not"]): Code =>
    checkFunction(inner!, { ...site, name: [...site.name, name] }, true);
  if (schema.not !== undefined) {
    const expected = `anything but ${describeForbidden(schema.not, module.options.resolve)}`;
    statements.push(
      code`if (${passing(part("excluded", schema.not), site.value, site)}) ${report(site, "not", expected)};`,
    );
  }
  if (schema.if !== undefined && (schema.then !== undefined || schema.else !== undefined)) {
    const condition = passing(part("if", schema.if), site.value, site);
    const then =
      schema.then === undefined ? undefined : code`${part("then", schema.then)}(${site.value}, issues);`;
    const otherwise =
      schema.else === undefined ? undefined : code`${part("else", schema.else)}(${site.value}, issues);`;
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
