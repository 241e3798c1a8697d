import type { Schema, SchemaObject } from "../../ir.js";
import { callStatement, code, join, json, str, type Code } from "../../base/code.js";
import { describe } from "../describe.js";
import { checkFunction } from "./check-function.js";
import { discriminate, type Choice } from "./discriminate.js";
import { planValue, needsFunction } from "./plan-value.js";
import { constantsOf } from "./plan-constants.js";
import { readProperty } from "./read-property.js";
import { print } from "./plan.js";
import { reportType, reportValue, type Site } from "./scope.js";
import { typesOf } from "./type-tests.js";

/** Prints the statements for `allOf`, `anyOf` and `oneOf`. */
export function planUnion(schema: SchemaObject, site: Site): Code[] {
  const all = (schema.allOf ?? []).flatMap((part, index) =>
    needsFunction(part, site.scope)
      ? [
          callStatement(
            code`${checkFunction(part, { ...site, name: [...site.name, `part ${index + 1}`] }, true)}(${site.value}, issues)`,
          ),
        ]
      : print(planValue(part, site)),
  );
  return [
    ...all,
    ...(schema.anyOf === undefined ? [] : planBranches("anyOf", schema, schema.anyOf, site)),
    ...(schema.oneOf === undefined ? [] : planBranches("oneOf", schema, schema.oneOf, site)),
  ];
}

function planBranches(
  kind: "anyOf" | "oneOf",
  schema: SchemaObject,
  branches: readonly Schema[],
  site: Site,
): Code[] {
  const { module } = site.scope;
  const [only] = branches;
  if (branches.length === 1 && only !== undefined)
    return [callStatement(code`${branchFunction(only, 0, site)}(${site.value}, issues)`)];
  const expected = describe(
    schema.type === undefined ? { [kind]: branches } : schema,
    module.options.resolve,
  );
  const mayBeObject = typesOf(schema)?.includes("object") !== false;
  const choice = mayBeObject ? discriminate(schema, branches, module) : undefined;
  if (choice !== undefined) return switchOn(choice, schema, branches, site);
  const checks = branches.map((branch, index) => branchFunction(branch, index, site));
  const list = module.hoist(
    site.scope.constantName(...site.name, kind === "anyOf" ? "forms" : "choices"),
    code`[${join(checks, ", ")}]`,
  );
  return [
    code`${module.use(kind)}(${site.pointer.toCode()}, ${site.value}, ${list}, ${str(expected)}, issues);`,
  ];
}

/**
 * Returns the function that checks a branch. A branch knows only its own properties, so the function does not refuse
 * other properties.
 */
function branchFunction(branch: Schema, index: number, site: Site): Code {
  return checkFunction(branch, { ...site, name: [...site.name, branchName(branch, index)] }, true);
}

function branchName(branch: Schema, index: number): string {
  const title = typeof branch === "object" ? branch.title : undefined;
  return title !== undefined && /^[A-Za-z][A-Za-z0-9 ]{0,24}$/.test(title) ? title : `form ${index + 1}`;
}

/** Keywords whose statements follow the statements of the branches. */
const after = [
  "not",
  "if",
  "unevaluatedProperties",
  "unevaluatedItems",
] as const satisfies readonly (keyof SchemaObject)[];

function switchOn(choice: Choice, schema: SchemaObject, branches: readonly Schema[], site: Site): Code[] {
  const { scope } = site;
  const tag = scope.local(choice.property);
  const tagSite = { ...site, value: tag, pointer: site.pointer.property(choice.property) };
  const values = choice.values.flat();
  const isLast =
    branches === (schema.oneOf ?? schema.anyOf) && !after.some((keyword) => schema[keyword] !== undefined);
  const cases = branches.map((branch, index) => {
    const labels = choice.values[index]!.map((value) => code`case ${json(value)}:`);
    const call = code`${branchFunction(branch, index, site)}(${site.value}, issues);`;
    return code`${join(labels, "\n")} ${isLast ? code`return ${call}` : code`${call} break;`}`;
  });
  return [
    ...(schema.type === "object" && constantsOf(schema) === undefined
      ? []
      : [
          code`if (!${scope.module.use("isObject")}(${site.value})) return ${reportType(site, ["object"], "object")};`,
        ]),
    readProperty(choice.property, tag, site),
    code`switch (${tag}) { ${join(cases, "\n")} default: ${reportValue(tagSite, "enum", json(values))}; }`,
  ];
}
