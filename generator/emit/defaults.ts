import type { Json, Schema, SchemaObject } from "../ir.js";
import { code, ident, join, json, key, regex, type Code } from "../base/code.js";
import type { Resolve } from "./describe.js";
import type { Emitted } from "./emitted.js";
import { defName } from "./reach.js";

export interface DefaultsInput {
  /** The name of the printed function, for example `completeGetForecastArgs`. */
  readonly name: string;
  readonly schema: Schema;
  readonly resolve: Resolve;
  /** Returns the name of the function that completes a named schema. */
  readonly functionOf: (def: string) => string;
}

/**
 * Prints the function that fills in the defaults of missing properties, at any depth. Returns undefined if the schema
 * has no defaults.
 */
export function emitDefaults({ name, schema, resolve, functionOf }: DefaultsInput): Emitted | undefined {
  if (!hasDefaults(schema, resolve)) return undefined;
  const refs = new Set<string>();
  const completion = print(schema, { resolve, functionOf, refs })!;
  return {
    code: code`function ${ident(name)}(value: unknown): unknown { return complete(value, ${completion}); }`,
    imports: ["complete"],
    refs: [...refs].sort(),
  };
}

/** Returns whether a value of the schema can lack a property that has a default. */
function hasDefaults(schema: Schema, resolve: Resolve, seen = new Set<Schema>()): boolean {
  if (typeof schema === "boolean" || seen.has(schema)) return false;
  seen.add(schema);
  if (schema.$ref !== undefined && hasDefaults(resolve(defName(schema.$ref)), resolve, seen)) return true;
  if (Object.values(schema.properties ?? {}).some((property) => defaultOf(property) !== undefined))
    return true;
  return filledBelow(schema).some((inner) => hasDefaults(inner, resolve, seen));
}

/**
 * Returns the inner schemas whose defaults are filled in. Conditions and branches of unions are excluded, because it is
 * not known which of them applies.
 */
export function filledBelow(schema: SchemaObject): Schema[] {
  const nullable = nullableBranch(schema);
  return [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items === undefined ? [] : [schema.items]),
    ...(schema.additionalProperties === undefined ? [] : [schema.additionalProperties]),
    ...(schema.allOf ?? []),
    ...(nullable === undefined ? [] : [nullable]),
  ];
}

/** Returns the branch `X` of a nullable union `anyOf: [X, { type: "null" }]`. */
function nullableBranch(schema: SchemaObject): Schema | undefined {
  const branches = (schema.anyOf ?? schema.oneOf ?? []).filter(
    (branch) => typeof branch === "boolean" || branch.type !== "null",
  );
  return branches.length === 1 ? branches[0] : undefined;
}

function defaultOf(schema: Schema): Json | undefined {
  return typeof schema === "boolean" ? undefined : schema.default;
}

interface Printing {
  readonly resolve: Resolve;
  readonly functionOf: (def: string) => string;
  /** The named schemas whose functions the printed code calls. */
  readonly refs: Set<string>;
}

/**
 * Prints the second argument of `complete` in the runtime: an object that contains the defaults and has the structure
 * of the schema, or the function of a named schema.
 */
function print(schema: Schema, printing: Printing): Code | undefined {
  if (typeof schema === "boolean" || !hasDefaults(schema, printing.resolve)) return undefined;
  const own = printOwn(schema, printing);
  const parts = printParts(schema, printing);
  if (own.length === 0 && parts.length === 1) return parts[0];
  const also = parts.length === 0 ? [] : [code`also: [${join(parts, ", ")}]`];
  return code`{ ${join([...own, ...also], ", ")} }`;
}

function printOwn(schema: SchemaObject, printing: Printing): Code[] {
  const { properties = {}, items, additionalProperties, prefixItems = [], patternProperties = {} } = schema;
  const entries = Object.entries(properties);
  const defaults = entries.flatMap(([name, property]) => {
    const value = defaultOf(property);
    return value === undefined ? [] : [code`${key(name)}: ${json(value)}`];
  });
  const others = additionalProperties === undefined ? undefined : print(additionalProperties, printing);
  const inner = entries.flatMap(([name, property]) => {
    const completion = print(property, printing) ?? (others && code`undefined`);
    return completion === undefined ? [] : [code`${key(name)}: ${completion}`];
  });
  const patterns = Object.keys(patternProperties).map(regex);
  const ofItems = items === undefined ? undefined : print(items, printing);
  return [
    ...(defaults.length === 0 ? [] : [code`defaults: { ${join(defaults, ", ")} }`]),
    ...(inner.length === 0 ? [] : [code`properties: { ${join(inner, ", ")} }`]),
    ...(others === undefined ? [] : [code`others: ${others}`]),
    ...(others === undefined || patterns.length === 0 ? [] : [code`except: [${join(patterns, ", ")}]`]),
    ...(ofItems === undefined ? [] : [code`items: ${ofItems}`]),
    ...(ofItems === undefined || prefixItems.length === 0 ? [] : [code`from: ${prefixItems.length}`]),
  ];
}

/**
 * Prints the completions of the other schemas that describe the same value: the parts of `allOf`, the branch of a
 * nullable union, and the target of `$ref`.
 */
function printParts(schema: SchemaObject, printing: Printing): Code[] {
  const nullable = nullableBranch(schema);
  const parts = [...(schema.allOf ?? []), ...(nullable === undefined ? [] : [nullable])];
  const printed = parts.flatMap((part) => print(part, printing) ?? []);
  const { $ref } = schema;
  if ($ref === undefined || !hasDefaults({ $ref }, printing.resolve)) return printed;
  printing.refs.add(defName($ref));
  return [...printed, ident(printing.functionOf(defName($ref)))];
}
