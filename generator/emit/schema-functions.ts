import type { Schema } from "../ir.js";
import { type Code } from "../base/code.js";
import { checkName, completeName, type EmitContext, type Role } from "./context.js";
import { emitDefaults } from "./defaults.js";
import type { Emitted } from "./emitted.js";
import { emitIntegerForms, formName, type HandlerForm } from "./integer-forms.js";
import type { IntegerSource } from "./validator/check-module.js";
import { emitChecks } from "./validator/emit-checks.js";
import { SharedChecks } from "./validator/shared-checks.js";

/** A schema for which a file contains functions. */
export interface FunctionRequest {
  /** `GetForecastArgs` leads to `checkGetForecastArgs` and, if there are defaults, `completeGetForecastArgs`. */
  readonly name: string;
  readonly schema: Schema;
  readonly role: Role;
  /** Also emit a function that fills in the defaults. */
  readonly fills: boolean;
  readonly integers: IntegerSource;
  /** The forms of 64-bit integers that handlers request for arguments. */
  readonly forms: readonly HandlerForm[];
  /** Arguments that the model never sees, so they must never be suggested to it. */
  readonly hidden?: ReadonlySet<string>;
}

/** A function of a schema, with the declarations that only this function uses. */
export interface SchemaFunction {
  readonly name: string;
  readonly code: Code;
  /** Every name that it declares at the top of the file. */
  readonly declares: readonly string[];
  /** Names that it imports from the runtime. */
  readonly imports: readonly string[];
  /** The functions of named schemas that it calls, in whichever file they are. */
  readonly calls: readonly string[];
}

/** The data that the functions of one file share. */
export interface FileScope {
  /** Names that are already used in the file. */
  readonly taken: Set<string>;
  readonly shared: Readonly<Record<Role, SharedChecks>>;
}

/** Creates the data that the requested functions of a file share. */
export function fileScope(taken: Set<string>, requests: readonly FunctionRequest[]): FileScope {
  const of = (wanted: Role): SharedChecks =>
    new SharedChecks(requests.flatMap(({ role, schema }) => (role === wanted ? [schema] : [])));
  return { taken, shared: { input: of("input"), output: of("output") } };
}

/** The check of a schema. For arguments also the functions that fill in defaults and convert integers. */
export function emitSchemaFunctions(
  { name, schema, role, fills, integers, forms, hidden = new Set() }: FunctionRequest,
  resolve: (def: string) => Schema,
  { options, roles }: EmitContext,
  { taken, shared }: FileScope,
): readonly SchemaFunction[] {
  const checkOf = (def: string): string => checkName(def, role, roles);
  const unknown = role === "input" ? options.unknownArguments : "allow";
  const checks = emitChecks({
    checks: [{ name: `check${name}`, schema, unknown, hidden, safeKeys: role === "input" }],
    resolve,
    functionOf: checkOf,
    taken,
    shared: shared[role],
    integers,
    allowUnsafePatterns: options.allowUnsafePatterns,
  });
  const check = describeFunction(`check${name}`, checks, checkOf);
  if (role !== "input") return [check];
  const defaults = fills
    ? emitDefaults({ name: completeName(name), schema, resolve, functionOf: completeName })
    : undefined;
  return [
    check,
    ...(defaults === undefined ? [] : [describeFunction(completeName(name), defaults, completeName)]),
    ...forms.flatMap((form) => {
      const functionOf = (def: string): string => formName(def, form);
      const emitted = emitIntegerForms({ name: functionOf(name), schema, resolve, functionOf, form });
      return emitted === undefined ? [] : [describeFunction(functionOf(name), emitted, functionOf)];
    }),
  ];
}

function describeFunction(
  name: string,
  emitted: Emitted,
  functionOf: (def: string) => string,
): SchemaFunction {
  return {
    name,
    code: emitted.code,
    declares: emitted.declares ?? [name],
    imports: emitted.imports.filter((used) => mentions(emitted.code, used)),
    calls: [...emitted.refs.map(functionOf), ...(emitted.calls ?? [])],
  };
}

/** The functions that the first ones call, directly or not. The other functions have no use and are left out. */
export function calledFrom(
  roots: readonly string[],
  functions: readonly SchemaFunction[],
): readonly SchemaFunction[] {
  const byName = new Map(functions.map((one) => [one.name, one]));
  const called = new Set(roots);
  for (const name of called) for (const next of byName.get(name)?.calls ?? []) called.add(next);
  return functions.filter(({ name }) => called.has(name));
}

/**
 * Names that the functions of these schemas may have. They are reserved, so that a helper for one schema does not
 * take the name of another.
 */
export function reservedNames(names: Iterable<string>): Set<string> {
  return new Set(
    [...names].flatMap((name) => [
      name,
      `check${name}`,
      completeName(name),
      `decode${name}`,
      formName(name, "bigint"),
      formName(name, "string"),
    ]),
  );
}

/** An emitter may have requested a helper for a branch that it then left out. */
function mentions(text: Code, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text.toString());
}
