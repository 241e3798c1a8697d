import type { Schema, SchemaObject } from "../../ir.js";
import { callStatement, code, ident, join, type Code } from "../../base/code.js";
import { annotations } from "../../base/vocabulary.js";
import { isApart } from "./apart.js";
import { declaredSchema } from "./declared-schema.js";
import { printFlat } from "./plan.js";
import type { CheckModule } from "./check-module.js";
import { bodyByTable } from "./names-table.js";
import { planValue } from "./plan-value.js";
import { Pointer } from "./pointer.js";
import { anyNames, onlyNames, Scope, type Site } from "./scope.js";
import { closesItself } from "./closing.js";

/** The function that checks a schema: the shared function of a reference, or one that is made for the place. */
export function checkFunction(schema: Schema, site: Site, isOpen = false): Code {
  const { scope, name } = site;
  const beside = site.pointer.isRoot ? scope.beside : {};
  if (!isReference(schema)) return functionAt(scope.innerStem(...name), schema, scope, isOpen, beside);
  const { module } = scope;
  if (!isOpen || !closesItself(schema, scope)) return module.call(schema.$ref);
  const named = module.resolve(schema.$ref);
  if (isReference(named)) return checkFunction(named, site, isOpen);
  // Every object that is built on the named schema calls the same function, so the function is not named after one of
  // them.
  return functionAt(`${module.stemOf(schema.$ref)}Part`, named, scope, isOpen);
}

/** The function that was made for a schema before, or a new one. */
function functionAt(
  stem: string,
  schema: Schema,
  scope: Scope,
  isOpen: boolean,
  beside: Scope["beside"] = {},
): Code {
  const write = (name: Code, inner: Scope): void => {
    inner.beside = beside;
    writeFunction(name, schema, inner);
  };
  return sharedFunction(keyOf(schema, scope), stem, scope, isOpen, write);
}

/** A key that is equal for schemas that share a function. A schema of names may refer to itself, and exists only once. */
function keyOf(schema: Schema, { module, nameChecks }: Scope): object {
  if (typeof schema === "boolean") return {};
  return nameChecks.onlyNames === true ? schema : module.shared.keyOf(schema);
}

/** The function that was made for the same key before, or one that is written now. */
export function sharedFunction(
  key: object,
  stem: string,
  scope: Scope,
  isOpen: boolean,
  write: (name: Code, scope: Scope) => void,
): Code {
  const { module, nameChecks } = scope;
  const known = module.functionFor(key, nameChecks, isOpen);
  if (known !== undefined) return known;
  const name = module.nameFor(`check${stem}`);
  module.rememberFunction(key, nameChecks, isOpen, name);
  // Functions for names call each other across the places of a schema, so their names contain no path to a place.
  const own = nameChecks.onlyNames === true ? scope.stem : name.toString().slice("check".length);
  write(name, new Scope(module, nameChecks, own, isOpen));
  return name;
}

/** Writes a function that only calls another one. */
export function writeAlias(name: Code, other: Code, module: CheckModule, isExported = false): void {
  const body = [code`${other}(value, issues);`];
  module.functions.push({ name, code: functionCode(name, code`unknown`, body, isExported) });
}

/** Writes the function of a schema into the module. */
export function writeFunction(name: Code, schema: Schema, scope: Scope, isExported = false): void {
  const { functions } = scope.module;
  // Reserve the position first, so that a function is printed before the ones it calls.
  const place = functions.push({ name, code: code`` }) - 1;
  const body = isApart(schema, scope)
    ? callApart(schema, scope)
    : (bodyByTable(schema, scope) ?? bodyOf(schema, scope));
  functions[place] = { name, code: functionCode(name, code`unknown`, body, isExported) };
}

function bodyOf(schema: Schema, scope: Scope): readonly Code[] {
  return printFlat(planValue(schema, { scope, value: ident("value"), pointer: Pointer.root, name: [] }));
}

/** One function checks the names of properties. The other one ignores the names, and so do all functions that it calls. */
function callApart(schema: Schema, { module, nameChecks, stem, hidden }: Scope): readonly Code[] {
  const write = (part: string, of: Schema, scope: (stem: string) => Scope): Code => {
    // A property that is never suggested here may be suggested elsewhere, so such a function is not shared.
    const isShared = scope(stem).hidden.size === 0;
    const key = keyOf(of, scope(stem));
    const known = isShared ? module.functionFor(key, scope(stem).nameChecks, false) : undefined;
    if (known !== undefined) return known;
    const name = module.nameFor(`check${stem}${part}`);
    const own = scope(name.toString().slice("check".length));
    if (isShared) module.rememberFunction(key, own.nameChecks, false, name);
    writeFunction(name, of, own);
    return name;
  };
  const declared = declaredSchema(schema, module, nameChecks.unknown);
  const names = write(
    "Names",
    declared,
    (own) => new Scope(module, onlyNames(nameChecks), own, false, hidden),
  );
  const values = write("Values", schema, (own) => new Scope(module, anyNames, own, false));
  return [callStatement(code`${module.use("checkApart")}(value, ${names}, ${values}, issues)`)];
}

/** A function that checks a value of a type. A function without checks uses no parameter. */
export function functionCode(name: Code, type: Code, body: readonly Code[], isExported = false): Code {
  const unused = body.length === 0 ? code`_` : code``;
  const head = isExported ? code`export ` : code``;
  return code`${head}function ${name}(${unused}value: ${type}, ${unused}issues: Issues): void { ${join(body, "\n")} }`;
}

/** Whether a schema only consists of a reference. */
export function isReference(schema: Schema): schema is SchemaObject & { readonly $ref: string } {
  if (typeof schema === "boolean" || schema.$ref === undefined) return false;
  return Object.keys(schema).every((keyword) => keyword === "$ref" || annotations.has(keyword));
}

/** Whether a schema only has annotations. */
export function assertsNothing(schema: Schema): boolean {
  if (typeof schema === "boolean") return schema;
  return Object.keys(schema).every((keyword) => annotations.has(keyword));
}

/** The statement that calls a check function: for the same value, or for a value inside of it. */
export function callFunction(schema: Schema, site: Site, isOpen = false): Code {
  const check = checkFunction(schema, site, isOpen);
  if (site.pointer.isRoot) return callStatement(code`${check}(${site.value}, issues)`);
  return callStatement(code`issues.within(${site.pointer.toCode()}, ${site.value}, ${check})`);
}
