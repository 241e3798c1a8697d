import {
  argumentTypes,
  type IntegerForm,
  integerForm,
  type IntegerType,
  resultTypes,
} from "../base/int64.js";
import type { Schema, Tool, ToolSet } from "../ir.js";
import type { LoweredSet } from "../lower/lowered.js";
import type { Options } from "../options.js";
import { runtimeFunctions } from "../base/runtime-names.js";
import { childrenOf } from "../base/schema-children.js";
import { filledBelow } from "./defaults.js";
import type { HandlerForm } from "./integer-forms.js";
import { defName, reachableDefs, resolver } from "./reach.js";
import type { PrintedType, TypeRequest } from "./types.js";
import type { IntegerSource } from "./validator/check-module.js";

/**
 * The version of the generated output. A change to toolpress that changes generated files raises this number. The
 * lock records the number. Generated files do not contain the version of toolpress.
 */
export const outputVersion = 7;

export const runtimeModule = "@toolpress/runtime/v1";

export const httpModule = "@toolpress/runtime/http/v1";

export const searchModule = "@toolpress/runtime/search/v1";

/** The data that all emitters of one tool set share. */
export interface EmitContext {
  readonly set: ToolSet;
  readonly lowered: LoweredSet;
  readonly options: Options;
  /**
   * The path from the project root to the folder of the tool set. Imports of user modules are relative to this
   * folder.
   */
  readonly folder: string;
  readonly printTypes: () => (request: TypeRequest) => PrintedType;
  readonly roles: Roles;
  readonly header: string;
}

/**
 * Facts about the named schemas of a tool set. A schema that describes only arguments is closed. A schema that
 * describes results stays open.
 */
export interface Roles {
  readonly inputs: ReadonlySet<string>;
  readonly outputs: ReadonlySet<string>;
  /** The input schemas whose defaults are filled in for at least one tool. */
  readonly filled: ReadonlySet<string>;
  /**
   * The input schemas for which every tool fills in the defaults. In their types, a property with a default is always
   * present.
   */
  readonly completed: ReadonlySet<string>;
  /** The forms of 64-bit integers in the tools that use a schema, by role and by name of the schema. */
  readonly forms: FormsByRole;
  /** The TypeScript types of 64-bit integers in a schema, by name of the schema. */
  readonly integers: ReadonlyMap<string, readonly IntegerType[]>;
}

/**
 * Returns whether toolpress fills in the defaults of missing arguments. It does so for tools that run in the process of
 * the application. A service applies its own defaults, and a default in a request would set a value that the call does
 * not contain.
 */
export function fillsDefaults(tool: Pick<Tool, "binding">): boolean {
  return isOwnCode(tool);
}

/** Returns whether a tool runs user code in the process of the application. */
export function isOwnCode({ binding }: Pick<Tool, "binding">): boolean {
  return binding.kind === "handler" || binding.kind === "module";
}

/**
 * Returns whether a result that does not match the spec is reported as a warning. The service has already done its
 * work, so its result is still returned to the model.
 */
export function warnsOfMismatch(tool: Pick<Tool, "binding">, { checkResults }: Options): boolean {
  return checkResults === "warn" && !isOwnCode(tool);
}

export type Role = "input" | "output";

type FormsByRole = Readonly<Record<Role, ReadonlyMap<string, ReadonlySet<IntegerForm>>>>;

export function rolesOf(set: ToolSet, options: Options): Roles {
  const collect = (pick: (tool: Tool) => Schema | undefined): ReadonlyMap<string, Set<IntegerForm>> => {
    const found = new Map<string, Set<IntegerForm>>();
    for (const tool of set.tools) {
      const schema = pick(tool);
      if (schema === undefined) continue;
      const form = integerForm(tool, options);
      for (const name of reachableDefs([schema], resolver(set, tool)))
        found.set(name, (found.get(name) ?? new Set()).add(form));
    }
    return found;
  };
  const forms = { input: collect((tool) => tool.input), output: collect((tool) => tool.output) };
  const inputs = new Set(forms.input.keys());
  const unfilled = new Set([
    ...set.tools.flatMap((tool) => [...unfilledDefs(tool.input, resolver(set, tool))]),
    ...collect((tool) => (fillsDefaults(tool) ? undefined : tool.input)).keys(),
  ]);
  return {
    inputs,
    filled: new Set(collect((tool) => (fillsDefaults(tool) ? tool.input : undefined)).keys()),
    outputs: new Set(forms.output.keys()),
    completed: new Set([...inputs].filter((name) => !unfilled.has(name))),
    forms,
    integers: new Map(
      [...forms.input.keys(), ...forms.output.keys()].map((name) => [name, typesOf(name, forms)]),
    ),
  };
}

function typesOf(def: string, { input, output }: FormsByRole): readonly IntegerType[] {
  const types = [
    ...[...(input.get(def) ?? [])].flatMap(argumentTypes),
    ...[...(output.get(def) ?? [])].flatMap(resultTypes),
  ];
  return (["number", "bigint", "string"] as const).filter((type) => types.includes(type));
}

/** Returns the types of 64-bit integers in a named schema. The result is an empty object if no tool uses the schema. */
export function integersOf(def: string, { integers }: Roles): Pick<TypeRequest, "integers"> {
  const types = integers.get(def);
  return types === undefined ? {} : { integers: types };
}

/** Returns which values count as an integer in arguments or in results. */
export function integerSource(role: Role, forms: Iterable<IntegerForm> = []): IntegerSource {
  return { of: role === "input" ? "arguments" : "results", forms: [...forms].sort() };
}

/** Returns the forms that require a conversion of the decoded arguments: "bigint" and "string". */
export function handlerForms(forms: Iterable<IntegerForm>): readonly HandlerForm[] {
  return [...forms].filter((form) => form === "bigint" || form === "string").sort();
}

/** Returns the named schemas that occur where defaults are not filled in, for example in a branch of a union. */
function unfilledDefs(input: Schema, resolve: (name: string) => Schema): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<Schema>();
  const open = [input];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    if (typeof schema === "boolean" || seen.has(schema)) continue;
    seen.add(schema);
    const filled = new Set(filledBelow(schema));
    const holes = childrenOf(schema).filter((child) => !filled.has(child));
    for (const name of reachableDefs(holes, resolve)) found.add(name);
    open.push(...filled);
    if (schema.$ref !== undefined) open.push(resolve(defName(schema.$ref)));
  }
  return found;
}

/**
 * Returns whether the objects of a named schema are closed. They are closed if the schema occurs only in arguments,
 * unless the option `unknownArguments` is `allow`.
 */
export function isClosedIn({ options, roles }: Pick<EmitContext, "options" | "roles">, def: string): boolean {
  return options.unknownArguments !== "allow" && roles.inputs.has(def) && !roles.outputs.has(def);
}

/**
 * Returns the name of the function that checks a named schema, for example `checkPoint`. The check of results is
 * named `checkPointAsResult` if the schema also occurs in arguments.
 */
export function checkName(def: string, role: Role, roles: Roles): string {
  return role === "output" && roles.inputs.has(def) ? `check${def}AsResult` : `check${def}`;
}

/**
 * Returns the name of the function that fills in the defaults of a named schema, for example `completePoint`. If a
 * function of the runtime has this name, `Schema` is appended.
 */
export function completeName(def: string): string {
  const name = `complete${def}`;
  return runtimeFunctions.has(name) ? `${name}Schema` : name;
}

export function headerOf(set: ToolSet): string {
  return `@generated by toolpress from ${set.source}. Do not edit: change the spec and run \`toolpress gen\`.`;
}
