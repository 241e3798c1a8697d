import type { Schema } from "../ir.js";
import { type Code } from "../base/code.js";
import { checkName, completeName, type EmitContext, type Role } from "./context.js";
import { emitDefaults } from "./defaults.js";
import type { Emitted } from "./emitted.js";
import { emitIntegerForms, formName, type HandlerForm } from "./integer-forms.js";
import type { IntegerRules } from "./validator/check-module.js";
import { emitChecks } from "./validator/emit-checks.js";
import { SharedChecks } from "./validator/shared-checks.js";

/** A schema that gets functions of its own in a file. */
export interface FunctionRequest {
  /** `GetForecastArgs` gives `checkGetForecastArgs` and, where there are defaults, `completeGetForecastArgs`. */
  readonly name: string;
  readonly schema: Schema;
  readonly role: Role;
  /** Also a function that fills in the defaults. */
  readonly fills: boolean;
  readonly integers: IntegerRules;
  /** The forms that handlers want 64-bit integers of arguments in. */
  readonly forms: readonly HandlerForm[];
  /** Arguments the model never sees, and that are therefore never suggested to it. */
  readonly hidden?: ReadonlySet<string>;
}

/** A function of a schema, with what belongs to it alone. */
export interface SchemaFunction {
  readonly name: string;
  readonly code: Code;
  /** Every name it puts at the top of the file. */
  readonly declares: readonly string[];
  /** Names from the runtime. */
  readonly imports: readonly string[];
  /** Functions of named schemas, whichever file they are in. */
  readonly calls: readonly string[];
}

/** What the functions of a file share. */
export interface FileScope {
  /** Names that are taken in the file. */
  readonly taken: Set<string>;
  readonly shared: Readonly<Record<Role, SharedChecks>>;
}

/** What is shared by the functions that a file is asked for. */
export function fileScope(taken: Set<string>, requests: readonly FunctionRequest[]): FileScope {
  const of = (wanted: Role): SharedChecks =>
    new SharedChecks(requests.flatMap(({ role, schema }) => (role === wanted ? [schema] : [])));
  return { taken, shared: { input: of("input"), output: of("output") } };
}

/** The check of a schema, and for arguments the functions that fill in its defaults and give integers their form. */
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

/** The functions that are called from the first ones, directly or not; nobody may have a use for the others. */
export function calledFrom(
  roots: readonly string[],
  functions: readonly SchemaFunction[],
): readonly SchemaFunction[] {
  const byName = new Map(functions.map((one) => [one.name, one]));
  const called = new Set(roots);
  for (const name of called) for (const next of byName.get(name)?.calls ?? []) called.add(next);
  return functions.filter(({ name }) => called.has(name));
}

/** Names that the functions of these schemas may have, so that nothing made for one of them takes the name of another. */
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

/** An emitter may have asked for a helper in a branch that it then left out. */
function mentions(text: Code, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text.toString());
}
