import type { Schema, SchemaObject } from "../../ir.js";
import { callStatement, code, join, num, type Code } from "../../base/code.js";
import { describe } from "../describe.js";
import { checkFunction } from "./check-function.js";
import { isEmpty, print, type Guard, type Plan } from "./plan.js";
import { needsFunction, planValue } from "./plan-value.js";
import { report, type Site } from "./scope.js";

/** Plans the assertions for a value that is known to be an array. */
export function planArray(schema: SchemaObject, site: Site): Plan {
  const guards: Guard[] = [];
  const { value, scope } = site;
  const expected = describe({ type: "array", ...schema }, scope.module.options.resolve);
  const { minItems = 0, maxItems, prefixItems = [], items } = schema;
  const most = items === false ? Math.min(maxItems ?? Infinity, prefixItems.length) : maxItems;
  const wrongSize = (issue: "minItems" | "maxItems", sign: Code, size: number): void => {
    guards.push({
      site,
      when: code`${value}.length ${sign} ${num(size)}`,
      then: (print) => report(site, issue, expected, print),
    });
  };
  if (minItems > 0 && minItems === most) wrongSize("minItems", code`!==`, minItems);
  else {
    if (minItems > 0) wrongSize("minItems", code`<`, minItems);
    if (most !== undefined) wrongSize("maxItems", code`>`, most);
  }
  const rest = [
    ...prefixStatements(prefixItems, minItems, site),
    ...itemStatements(items, prefixItems.length, site),
  ];
  if (schema.contains !== undefined) rest.push(...containsStatements(schema, schema.contains, site));
  if (schema.uniqueItems === true) rest.push(uniqueStatement(site));
  return { only: [], guards, rest };
}

function prefixStatements(prefix: readonly Schema[], present: number, site: Site): Code[] {
  return prefix.flatMap((schema, index) => {
    const item = site.scope.local(`item${index + 1}`);
    const inner = {
      ...site,
      value: item,
      pointer: site.pointer.property(String(index)),
      name: [...site.name, `item ${index + 1}`],
    };
    const plan = planValue(schema, inner);
    if (isEmpty(plan)) return [];
    return [
      code`const ${item}: unknown = ${site.value}[${num(index)}];`,
      ...print(index < present ? plan : { ...plan, only: [code`${item} !== undefined`, ...plan.only] }),
    ];
  });
}

function itemStatements(items: Schema | undefined, from: number, site: Site): Code[] {
  if (items === undefined || typeof items === "boolean") return [];
  const name = [...site.name, "item"];
  if (needsFunction(items, site.scope)) {
    const first = from === 0 ? code`` : code`, ${num(from)}`;
    const check = checkFunction(items, { ...site, name });
    return [callStatement(code`issues.items(${site.pointer.toCode()}, ${site.value}, ${check}${first})`)];
  }
  const index = site.scope.local("i");
  const item = site.scope.local("item");
  const plan = planValue(items, { ...site, value: item, pointer: site.pointer.computed(index), name });
  if (isEmpty(plan)) return [];
  return [
    code`for (let ${index} = ${num(from)}; ${index} < ${site.value}.length; ${index} += 1) {
      const ${item}: unknown = ${site.value}[${index}];
      ${join(print(plan), "\n")}
    }`,
  ];
}

function containsStatements(schema: SchemaObject, contains: Schema, site: Site): Code[] {
  const { minContains: least = 1, maxContains: most } = schema;
  if (least === 0 && most === undefined) return [];
  const { module } = site.scope;
  const wanted = describe(contains, module.options.resolve);
  const amount =
    most === undefined ? `at least ${least}` : least === most ? `exactly ${least}` : `${least}–${most}`;
  const check = checkFunction(contains, { ...site, name: [...site.name, "contained"] });
  const count = code`${module.use("countMatching")}(${site.value}, ${check}, issues)`;
  const matching = site.scope.local("matching");
  const tests = [
    ...(least === 0 ? [] : [code`${matching} < ${num(least)}`]),
    ...(most === undefined ? [] : [code`${matching} > ${num(most)}`]),
  ];
  const then = report(site, "contains", `array with ${amount} of: ${wanted}`);
  if (tests.length === 1) {
    const [bound, sign] = least === 0 ? [most!, code`>`] : [least, code`<`];
    return [code`if (${count} ${sign} ${num(bound)}) ${then};`];
  }
  return [code`const ${matching} = ${count};`, code`if (${join(tests, " || ")}) ${then};`];
}

function uniqueStatement(site: Site): Code {
  const { scope, value, pointer } = site;
  const repeated = scope.local("repeated");
  const at = pointer.computed(repeated).toCode();
  return code`const ${repeated} = ${scope.module.use("duplicate")}(${value});
    if (${repeated} >= 0) issues.add("uniqueItems", ${at}, "items that are all different", ${value}[${repeated}]);`;
}
