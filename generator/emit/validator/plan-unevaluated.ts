import type { Schema, SchemaObject } from "../../ir.js";
import { callStatement, code, ident, join, json, num, str, type Code } from "../../base/code.js";
import { checkFunction } from "./check-function.js";
import { evaluationsOf, type Evaluation } from "./evaluated.js";
import { hoistPattern, refuseLongNames } from "./patterns.js";
import { constantsOf } from "./plan-constants.js";
import { block, print } from "./plan.js";
import { planValue } from "./plan-value.js";
import { passing, type Site } from "./scope.js";
import { isType, typesOf } from "./type-tests.js";

/**
 * Prints the statements for `unevaluatedProperties`. The statements check the properties that no applied part has
 * evaluated.
 */
export function planUnevaluatedProperties(schema: SchemaObject, unevaluated: Schema, site: Site): Code[] {
  if (unevaluated === true) return [];
  const evaluations = evaluationsOf(schema, "properties", site);
  if (evaluations.some(({ everything, conditions }) => everything && conditions.length === 0)) return [];
  const { declared, tests } = conditionsOf(evaluations, site, (evaluation) =>
    keyTests(evaluation, schema, site),
  );
  const names = [...new Set(evaluations.flatMap((evaluation) => evaluation.names))];
  const entry = site.scope.local("entry");
  const pointer = site.pointer.computed(code`${site.scope.module.use("segment")}(key)`);
  const statements =
    unevaluated === false
      ? [callStatement(code`issues.additional(key, ${site.value}, ${json(names)})`)]
      : print(planValue(unevaluated, { ...site, value: entry, pointer, name: [...site.name, "entry"] }));
  if (statements.length === 0) return [];
  const read = unevaluated === false ? [] : [code`const ${entry} = ${site.value}[key];`];
  const long = refuseLongNames(
    evaluations.flatMap((evaluation) => evaluation.patterns),
    site,
  );
  const loop = code`for (const key of Object.keys(${site.value})) { ${join([...long, ...read, unless(tests, statements)], "\n")} }`;
  return onlyFor("object", [...declared, loop], schema, site);
}

/**
 * Prints the statements for `unevaluatedItems`. The statements check the items that no applied part has evaluated.
 */
export function planUnevaluatedItems(schema: SchemaObject, unevaluated: Schema, site: Site): Code[] {
  if (unevaluated === true) return [];
  const evaluations = evaluationsOf(schema, "items", site);
  if (evaluations.some(({ everything, conditions }) => everything && conditions.length === 0)) return [];
  const first = Math.max(
    0,
    ...evaluations.filter(({ conditions }) => conditions.length === 0).map(({ prefix }) => prefix),
  );
  const [index, item] = [site.scope.local("i"), site.scope.local("item")];
  const itemSite = {
    ...site,
    value: item,
    pointer: site.pointer.computed(index),
    name: [...site.name, "item"],
  };
  const { declared, tests } = conditionsOf(evaluations, site, (evaluation) =>
    itemTests(evaluation, index, itemSite, first),
  );
  const statements = print(planValue(unevaluated, itemSite));
  if (statements.length === 0) return [];
  const loop = code`for (let ${index} = ${num(first)}; ${index} < ${site.value}.length; ${index} += 1) {
    const ${item}: unknown = ${site.value}[${index}];
    ${unless(tests, statements)}
  }`;
  return onlyFor("array", [...declared, loop], schema, site);
}

/**
 * Declares a constant for each condition, because a condition is evaluated once, before the loop. Returns these
 * constants and the tests that use them.
 */
function conditionsOf(
  evaluations: readonly Evaluation[],
  site: Site,
  testsOf: (evaluation: Evaluation) => readonly Code[],
): { declared: readonly Code[]; tests: readonly Code[] } {
  const declared: Code[] = [];
  const known = new Map<string, Code>();
  const decide = (condition: Code): Code => {
    const name = known.get(condition.toString()) ?? site.scope.local("applies");
    if (!known.has(condition.toString())) declared.push(code`const ${name} = ${condition};`);
    known.set(condition.toString(), name);
    return name;
  };
  const tests = evaluations.flatMap((evaluation) => {
    const own = evaluation.everything ? [code`true`] : testsOf(evaluation);
    if (own.length === 0 || evaluation.conditions.length === 0) return own;
    const when = join(evaluation.conditions.map(decide), " && ");
    return [evaluation.everything ? code`(${when})` : code`(${when} && (${join(own, " || ")}))`];
  });
  return { declared, tests };
}

function keyTests({ names, patterns }: Evaluation, schema: SchemaObject, site: Site): readonly Code[] {
  return [
    ...names.map((name) => code`key === ${str(name)}`),
    ...patterns.map((pattern) => code`${hoistPattern(site, pattern, schema, "names")}.test(${ident("key")})`),
  ];
}

function itemTests(
  { prefix, contains }: Evaluation,
  index: Code,
  site: Site,
  first: number,
): readonly Code[] {
  return [
    ...(prefix > first ? [code`${index} < ${num(prefix)}`] : []),
    ...(contains === undefined
      ? []
      : [passing(checkFunction(contains, { ...site, name: [...site.name, "contained"] }), site.value, site)]),
  ];
}

function unless(tests: readonly Code[], statements: readonly Code[]): Code {
  if (tests.length === 0) return join(statements, "\n");
  return code`if (!(${join(tests, " || ")})) ${block(statements)}`;
}

function onlyFor(
  type: "object" | "array",
  statements: readonly Code[],
  schema: SchemaObject,
  site: Site,
): Code[] {
  const types = typesOf(schema);
  if (types?.length === 1 && types[0] === type && constantsOf(schema) === undefined) return [...statements];
  return [code`if (${isType(type, site)}) { ${join(statements, "\n")} }`];
}
