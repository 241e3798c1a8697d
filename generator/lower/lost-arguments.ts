import type { FunctionDeclaration } from "@toolpress/runtime";
import type { Report } from "../diagnostics/report.js";
import type { Schema, Tool } from "../ir.js";
import { pointerOf } from "../base/pointer.js";
import type { Codec } from "./codec.js";
import type { Logged } from "./create-lowering.js";

// Checks that every argument of a tool is declared. A missing argument is reported.

interface Made {
  readonly declaration: FunctionDeclaration;
  readonly codec: Codec | undefined;
  readonly log: readonly Logged[];
}

/**
 * Reports the arguments that are not declared. An argument without a valid value is left out on purpose (TP512). Any
 * other missing argument is an error of the compiler (TP513). Returns whether such an error was reported.
 */
export function reportLostArguments(
  made: Made,
  tool: Tool,
  resolve: (reference: string) => Schema | undefined,
  report: Report,
): boolean {
  const declared = declaredNames(made);
  const missing = [...argumentNames(tool.input, resolve)].filter(
    (name) => !declared.has(name) && !tool.policy.bind.has(name),
  );
  const lost = missing.filter((name) => impossible(made.log, pointerOf(["properties", name])) === undefined);
  for (const name of lost) report.add("TP513", tool.origin, { tool: tool.name, name });
  for (const { pointer, detail, origin } of made.log.filter((logged) => isReported(logged, missing)))
    report.add("TP512", origin, { tool: tool.name, argument: nameOf(pointer) ?? detail });
  return lost.length > 0;
}

/**
 * Returns the logged rewrite of the required argument that has no valid value. Because of this argument, no call is
 * valid. The argument is the last one in the log, because lowering ends with it.
 */
export function findImpossible(log: readonly Logged[]): Logged | undefined {
  const names: readonly string[] = ["value-impossible", "false-dropped"];
  return log.findLast(({ name, pointer }) => names.includes(name) && isArgument(pointer));
}

function impossible(log: readonly Logged[], at: string): Logged | undefined {
  const names: readonly string[] = ["value-impossible", "false-dropped", "property-closed"];
  return log.find(({ name, pointer }) => names.includes(name) && pointer === at);
}

/**
 * Returns whether a log entry is reported as a lost argument. If one variant excludes a property, another variant may
 * still declare the property. A contradiction in one branch of a union is normal, so it is not reported.
 */
function isReported({ name, pointer, detail }: Logged, missing: readonly string[]): boolean {
  if (name === "property-closed")
    return pointer === pointerOf(["properties", detail]) && missing.includes(detail);
  return name === "value-impossible" && !/\/(?:anyOf|oneOf|allOf)\//.test(pointer);
}

function isArgument(pointer: string): boolean {
  return /^\/properties\/[^/]*$/.test(pointer);
}

/** Converts a pointer to the name of an argument: `/properties/address/properties/city` → `address.city`. */
function nameOf(pointer: string): string | undefined {
  const names = [...pointer.matchAll(/\/properties\/([^/]*)/g)].map(([, name]) => name ?? "");
  return names.length === 0 ? undefined : names.join(".").replaceAll("~1", "/").replaceAll("~0", "~");
}

function declaredNames({ declaration, codec }: Made): ReadonlySet<string> {
  if (codec?.kind === "object") return new Set(codec.fields.map(({ name }) => name));
  const schema = declaration.parameters ?? declaration.parametersJsonSchema;
  return new Set(Object.keys((schema as { readonly properties?: object } | undefined)?.properties ?? {}));
}

/**
 * Returns the names of all properties that a schema and its variants describe. Properties with the schema `false` are
 * excluded.
 */
function argumentNames(
  schema: Schema,
  resolve: (reference: string) => Schema | undefined,
  seen = new Set<Schema>(),
): ReadonlySet<string> {
  if (typeof schema === "boolean" || seen.has(schema)) return new Set();
  seen.add(schema);
  const { properties = {}, allOf = [], anyOf = [], oneOf = [], dependentSchemas = {} } = schema;
  const parts = [
    ...allOf,
    ...anyOf,
    ...oneOf,
    ...Object.values(dependentSchemas),
    ...[schema.if, schema.then, schema.else].filter((part) => part !== undefined),
    ...(schema.$ref === undefined ? [] : [resolve(schema.$ref) ?? true]),
  ];
  const own = Object.keys(properties).filter((name) => properties[name] !== false);
  return new Set([...own, ...parts.flatMap((part) => [...argumentNames(part, resolve, seen)])]);
}
