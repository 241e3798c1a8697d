import type { Schema } from "../ir.js";
import { type Code } from "../base/code.js";
import { checkName, completeName, type EmitContext, type Role } from "./context.js";
import { emitDefaults } from "./defaults.js";
import type { Emitted } from "./emitted.js";
import { emitIntegerForms, formName, type HandlerForm } from "./integer-forms.js";
import type { IntegerSource } from "./validator/check-module.js";
import { emitChecks } from "./validator/emit-checks.js";
import { SharedChecks } from "./validator/shared-checks.js";

/** A request for the functions of one schema. */
export interface FunctionRequest {
  /**
   * The part of the function names after the verb: `GetForecastArgs` becomes `checkGetForecastArgs` and
   * `completeGetForecastArgs`.
   */
  readonly name: string;
  readonly schema: Schema;
  readonly role: Role;
  /** Whether a function that fills in the defaults is printed too. */
  readonly fills: boolean;
  readonly integers: IntegerSource;
  /** The forms to which the 64-bit integers of decoded arguments are converted. */
  readonly forms: readonly HandlerForm[];
  /** The bound arguments. They are never suggested to the model, because the model must not know them. */
  readonly hidden?: ReadonlySet<string>;
}

/** A function of a schema, with the declarations that only this function uses. */
export interface SchemaFunction {
  readonly name: string;
  readonly code: Code;
  /** All names that the code declares at the top of the file. */
  readonly declares: readonly string[];
  /** The names that the code imports from the runtime. */
  readonly imports: readonly string[];
  /** The functions of named schemas that the code calls. These functions are in the same file or in `schemas.ts`. */
  readonly calls: readonly string[];
}

/** The data that all functions of one file share. */
export interface FileScope {
  /** The names that the file already uses. */
  readonly taken: Set<string>;
  readonly shared: Readonly<Record<Role, SharedChecks>>;
}

/** Creates the shared data for the requested functions of a file. */
export function fileScope(taken: Set<string>, requests: readonly FunctionRequest[]): FileScope {
  const of = (wanted: Role): SharedChecks =>
    new SharedChecks(requests.flatMap(({ role, schema }) => (role === wanted ? [schema] : [])));
  return { taken, shared: { input: of("input"), output: of("output") } };
}

/**
 * Prints the check of a schema. If the schema describes arguments, the functions that fill in defaults and convert
 * integers are printed too.
 */
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

/**
 * Returns the functions in `roots`, and all functions that they call directly or indirectly. Other functions are left
 * out, because no code uses them.
 */
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
 * Returns all names that the functions of the given schemas may get. They are reserved, so that no helper takes such a
 * name.
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

/** Returns whether code uses a name. An emitter may request a helper for code that it does not print in the end. */
function mentions(text: Code, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text.toString());
}
