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
 * Raised when a change to toolpress changes the files that it writes. It is the only trace of a version, and is kept
 * in the lock.
 */
export const outputVersion = 7;

export const runtimeModule = "@toolpress/runtime/v1";

export const httpModule = "@toolpress/runtime/http/v1";

export const searchModule = "@toolpress/runtime/search/v1";

/** The data that the emitters of one set share. */
export interface EmitContext {
  readonly set: ToolSet;
  readonly lowered: LoweredSet;
  readonly options: Options;
  /** Path of the set's folder from the project root, for imports of modules of the user. */
  readonly folder: string;
  readonly printTypes: () => (request: TypeRequest) => PrintedType;
  readonly roles: Roles;
  readonly header: string;
}

/** Whether a named schema describes arguments, results or both. Arguments are closed, results stay open. */
export interface Roles {
  readonly inputs: ReadonlySet<string>;
  readonly outputs: ReadonlySet<string>;
  /** The inputs whose defaults are filled in for at least one tool. */
  readonly filled: ReadonlySet<string>;
  /** The inputs whose defaults are always filled in, and whose type can therefore declare it. */
  readonly completed: ReadonlySet<string>;
  /** The forms of 64-bit integers in the tools that use a named schema, by its name. */
  readonly forms: FormsByRole;
  /** The types of a 64-bit integer in a named schema: one for each form that it has in a tool that uses the schema. */
  readonly integers: ReadonlyMap<string, readonly IntegerType[]>;
}

/**
 * Defaults are filled in for code that runs in the user's own process. A service or another process applies its own
 * defaults: a default in a request would set a value that the call did not mention.
 */
export function fillsDefaults(tool: Pick<Tool, "binding">): boolean {
  return isOwnCode(tool);
}

/** True for a tool that runs in the user's own process, as the user's own code. */
export function isOwnCode({ binding }: Pick<Tool, "binding">): boolean {
  return binding.kind === "handler" || binding.kind === "module";
}

/** A service that has answered has done its work, so its answer is a result even if it does not match the spec. */
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

/** The integer types for the type of a named schema. A schema that no tool uses has the plain one. */
export function integersOf(def: string, { integers }: Roles): Pick<TypeRequest, "integers"> {
  const types = integers.get(def);
  return types === undefined ? {} : { integers: types };
}

/** The values that count as an integer in a role. */
export function integerSource(role: Role, forms: Iterable<IntegerForm> = []): IntegerSource {
  return { of: role === "input" ? "arguments" : "results", forms: [...forms].sort() };
}

/** Those of the forms into which arguments are converted after they were decoded. */
export function handlerForms(forms: Iterable<IntegerForm>): readonly HandlerForm[] {
  return [...forms].filter((form) => form === "bigint" || form === "string").sort();
}

/** Named schemas in places where defaults are not filled in, such as one of several branches. */
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

/** Whether a named schema occurs only in arguments, so that its objects are closed. */
export function isClosedIn({ options, roles }: Pick<EmitContext, "options" | "roles">, def: string): boolean {
  return options.unknownArguments !== "allow" && roles.inputs.has(def) && !roles.outputs.has(def);
}

/** `checkPoint`, or `checkPointAsResult` if the check of arguments already has the plain name. */
export function checkName(def: string, role: Role, roles: Roles): string {
  return role === "output" && roles.inputs.has(def) ? `check${def}AsResult` : `check${def}`;
}

/** `completePoint`: fills in the defaults of a named schema. */
export function completeName(def: string): string {
  const name = `complete${def}`;
  return runtimeFunctions.has(name) ? `${name}Schema` : name;
}

export function headerOf(set: ToolSet): string {
  return `@generated by toolpress from ${set.source}. Do not edit: change the spec and run \`toolpress gen\`.`;
}
