import type { Schema } from "../../ir.js";
import { code, ident, join, type Code } from "../code.js";
import { printFlat } from "./plan.js";
import { planValue } from "./plan-value.js";
import { Pointer } from "./pointer.js";
import { Scope, type Site } from "./scope.js";
import { closesItself } from "./closing.js";

/** The function that checks a schema: the shared one of a reference, or one made for the place. */
export function checkFunction(schema: Schema, site: Site, isOpen = false): Code {
  const { module } = site.scope;
  if (
    typeof schema === "object" &&
    schema.$ref !== undefined &&
    Object.keys(schema).every(isReferenceOrNote)
  ) {
    if (!isOpen || !closesItself(schema, site.scope)) return module.call(schema.$ref);
    return checkFunction(module.resolve(schema.$ref), site, isOpen);
  }
  const known = module.functionFor(schema, site.scope.rules, isOpen);
  if (known !== undefined) return known;
  const stem = site.scope.innerStem(...site.name);
  const name = module.nameFor(`check${stem}`);
  module.rememberFunction(schema, site.scope.rules, isOpen, name);
  writeFunction(
    name,
    schema,
    new Scope(module, site.scope.rules, name.toString().slice("check".length), isOpen),
  );
  return name;
}

/** Writes the function of a schema into the module. */
export function writeFunction(name: Code, schema: Schema, scope: Scope, isExported = false): void {
  const { functions } = scope.module;
  // The place is taken first, so that a function stands before the ones it calls.
  const place = functions.push({ name, code: code`` }) - 1;
  const plan = planValue(schema, { scope, value: ident("value"), pointer: Pointer.root, name: [] });
  const body = printFlat(plan);
  const parameters =
    body.length === 0 ? code`_value: unknown, _issues: Issues` : code`value: unknown, issues: Issues`;
  functions[place] = {
    name,
    code: code`${isExported ? code`export ` : code``}function ${name}(${parameters}): void { ${join(body, "\n")} }`,
  };
}

/** Keywords that assert nothing. */
const notes = new Set([
  "$ref",
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "contentEncoding",
  "contentMediaType",
]);

function isReferenceOrNote(keyword: string): boolean {
  return notes.has(keyword);
}

/** Whether a schema only says things about itself. */
export function assertsNothing(schema: Schema): boolean {
  if (typeof schema === "boolean") return schema;
  return Object.keys(schema).every((keyword) => keyword !== "$ref" && notes.has(keyword));
}

/** The statement that checks a value with a function: the same value, or one that lies inside it. */
export function callFunction(schema: Schema, site: Site, isOpen = false): Code {
  const check = checkFunction(schema, site, isOpen);
  if (site.pointer.isRoot) return code`${check}(${site.value}, issues);`;
  return code`issues.within(${site.pointer.toCode()}, ${site.value}, ${check});`;
}
