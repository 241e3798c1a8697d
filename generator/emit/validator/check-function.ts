import type { Schema, SchemaObject } from "../../ir.js";
import { callStatement, code, ident, join, type Code } from "../../base/code.js";
import { annotations } from "../../base/vocabulary.js";
import { checksNamesSeparately } from "./separate-names.js";
import { declaredSchema } from "./declared-schema.js";
import { printFlat } from "./plan.js";
import type { CheckModule } from "./check-module.js";
import { bodyByTable } from "./names-table.js";
import { planValue } from "./plan-value.js";
import { Pointer } from "./pointer.js";
import { anyNames, onlyNames, Scope, type Site } from "./scope.js";
import { closesItself } from "./closing.js";

/**
 * Returns the name of the function that checks a schema: the function of a named schema, or a function for this
 * schema and all equal schemas.
 */
export function checkFunction(schema: Schema, site: Site, isOpen = false): Code {
  const { scope, name } = site;
  const beside = site.pointer.isRoot ? scope.beside : {};
  if (!isReference(schema)) return functionAt(scope.innerStem(...name), schema, scope, isOpen, beside);
  const { module } = scope;
  if (!isOpen || !closesItself(schema, scope)) return module.call(schema.$ref);
  const named = module.resolve(schema.$ref);
  if (isReference(named)) return checkFunction(named, site, isOpen);
  // Several objects may include the named schema, and all of them call this function. So the function is named after
  // the named schema.
  return functionAt(`${module.stemOf(schema.$ref)}Part`, named, scope, isOpen);
}

/** If a function for an equal schema exists, returns this function. Otherwise writes a new function. */
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

/**
 * Returns a key that is equal for schemas that share a function. A names-only schema is its own key, because it exists
 * only once.
 */
function keyOf(schema: Schema, { module, nameChecks }: Scope): object {
  if (typeof schema === "boolean") return {};
  return nameChecks.onlyNames === true ? schema : module.shared.keyOf(schema);
}

/** If a function for the same key exists, returns this function. Otherwise writes a new function. */
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
  module.addFunction(key, nameChecks, isOpen, name);
  // Several paths share a function that checks property names. So the names of its inner functions do not contain a
  // path.
  const own = nameChecks.onlyNames === true ? scope.stem : name.toString().slice("check".length);
  write(name, new Scope(module, nameChecks, own, isOpen));
  return name;
}

/** Writes a function that only calls another function. */
export function writeAlias(name: Code, other: Code, module: CheckModule, isExported = false): void {
  const body = [code`${other}(value, issues);`];
  module.functions.push({ name, code: functionCode(name, code`unknown`, body, isExported) });
}

/** Writes the function that checks a schema. */
export function writeFunction(name: Code, schema: Schema, scope: Scope, isExported = false): void {
  const { functions } = scope.module;
  // The position is reserved first, so that a function is printed before the functions that it calls.
  const place = functions.push({ name, code: code`` }) - 1;
  const body = checksNamesSeparately(schema, scope)
    ? callSeparateChecks(schema, scope)
    : (bodyByTable(schema, scope) ?? bodyOf(schema, scope));
  functions[place] = { name, code: functionCode(name, code`unknown`, body, isExported) };
}

function bodyOf(schema: Schema, scope: Scope): readonly Code[] {
  return printFlat(planValue(schema, { scope, value: ident("value"), pointer: Pointer.root, name: [] }));
}

/**
 * Writes two functions and returns their call. The first function checks the names of properties. The second function
 * and all functions that it calls ignore the names.
 */
function callSeparateChecks(schema: Schema, { module, nameChecks, stem, hidden }: Scope): readonly Code[] {
  const write = (part: string, of: Schema, scope: (stem: string) => Scope): Code => {
    // A function with hidden properties is not shared, because other functions may suggest these properties.
    const isShared = scope(stem).hidden.size === 0;
    const key = keyOf(of, scope(stem));
    const known = isShared ? module.functionFor(key, scope(stem).nameChecks, false) : undefined;
    if (known !== undefined) return known;
    const name = module.nameFor(`check${stem}${part}`);
    const own = scope(name.toString().slice("check".length));
    if (isShared) module.addFunction(key, own.nameChecks, false, name);
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

/**
 * Prints a function that checks a value of the given type. If the function has no statements, the names of its
 * parameters begin with `_`.
 */
export function functionCode(name: Code, type: Code, body: readonly Code[], isExported = false): Code {
  const unused = body.length === 0 ? code`_` : code``;
  const head = isExported ? code`export ` : code``;
  return code`${head}function ${name}(${unused}value: ${type}, ${unused}issues: Issues): void { ${join(body, "\n")} }`;
}

/** Returns whether a schema consists only of a reference and annotations. */
export function isReference(schema: Schema): schema is SchemaObject & { readonly $ref: string } {
  if (typeof schema === "boolean" || schema.$ref === undefined) return false;
  return Object.keys(schema).every((keyword) => keyword === "$ref" || annotations.has(keyword));
}

/** Returns whether a schema accepts every value, because it has only annotations. */
export function assertsNothing(schema: Schema): boolean {
  if (typeof schema === "boolean") return schema;
  return Object.keys(schema).every((keyword) => annotations.has(keyword));
}

/** Prints the call of a check function for the value that `site` describes. */
export function callFunction(schema: Schema, site: Site, isOpen = false): Code {
  const check = checkFunction(schema, site, isOpen);
  if (site.pointer.isRoot) return callStatement(code`${check}(${site.value}, issues)`);
  return callStatement(code`issues.within(${site.pointer.toCode()}, ${site.value}, ${check})`);
}
