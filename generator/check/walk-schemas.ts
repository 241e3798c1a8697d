import type { Schema, SchemaObject, ToolSet } from "../ir.js";
import { type Origin, origin } from "../base/origin.js";
import type { SchemaVisit } from "./rule.js";

type Around = Omit<SchemaVisit, "schema">;

/** Visits every schema of a set once: arguments, results, and definitions of tools and of the set. */
export function walkSchemas(set: ToolSet, visit: (visit: SchemaVisit) => void): void {
  const shared = (name: string): Schema | undefined => set.schemas.get(name);
  const start = (
    schema: Schema,
    at: Origin,
    side: SchemaVisit["side"],
    name: string,
    resolve: SchemaVisit["resolve"],
  ): void => walk(schema, { at, side, partial: false, name, resolve }, visit);
  const inResults = onlyInResults(set);
  for (const [name, schema] of set.schemas)
    start(schema, set.origin, inResults.has(schema) ? "output" : "shared", name, shared);
  for (const tool of set.tools) {
    const resolve = (name: string): Schema | undefined => tool.defs.get(name) ?? shared(name);
    start(tool.input, tool.origin, "input", "", resolve);
    if (tool.output !== undefined) start(tool.output, tool.origin, "output", "", resolve);
    for (const [name, schema] of tool.defs)
      start(schema, tool.origin, inResults.has(schema) ? "output" : "input", name, resolve);
  }
}

/** Definitions that results lead to and no arguments do. */
function onlyInResults(set: ToolSet): ReadonlySet<Schema> {
  const [inputs, outputs] = [new Set<Schema>(), new Set<Schema>()];
  const follow = (root: Schema, resolve: SchemaVisit["resolve"], found: Set<Schema>): void => {
    const waiting = [root];
    for (const next of waiting)
      walk(next, { at: set.origin, side: "shared", partial: false, name: "", resolve }, ({ schema }) => {
        const target = schema.$ref === undefined ? undefined : resolve(schema.$ref.replace("#/$defs/", ""));
        if (target === undefined || found.has(target)) return;
        found.add(target);
        waiting.push(target);
      });
  };
  for (const tool of set.tools) {
    const resolve = (name: string): Schema | undefined => tool.defs.get(name) ?? set.schemas.get(name);
    follow(tool.input, resolve, inputs);
    if (tool.output !== undefined) follow(tool.output, resolve, outputs);
  }
  return new Set([...outputs].filter((schema) => !inputs.has(schema)));
}

function walk(schema: Schema, around: Around, visit: (visit: SchemaVisit) => void): void {
  if (typeof schema === "boolean") return;
  const here: SchemaVisit = { ...around, schema, at: schema[origin] ?? around.at };
  visit(here);
  const below = (child: Schema | undefined, name: string, partial: boolean): void => {
    if (child !== undefined) walk(child, { ...here, name, partial }, visit);
  };
  walkValues(schema, here, below);
  for (const key of ["allOf", "anyOf", "oneOf"] as const)
    for (const branch of schema[key] ?? []) below(branch, here.name, true);
  for (const key of ["not", "if", "then", "else"] as const) below(schema[key], here.name, true);
  for (const branch of Object.values(schema.dependentSchemas ?? {})) below(branch, here.name, true);
}

/** Schemas of parts of the value: a part has a schema of its own, also below a branch. */
function walkValues(
  schema: SchemaObject,
  { name, partial }: SchemaVisit,
  below: (child: Schema | undefined, name: string, partial: boolean) => void,
): void {
  for (const [property, child] of Object.entries(schema.properties ?? {}))
    below(child, name === "" ? property : `${name}.${property}`, partial);
  for (const child of Object.values(schema.patternProperties ?? {})) below(child, `${name}.*`, partial);
  for (const key of ["additionalProperties", "unevaluatedProperties"] as const)
    below(schema[key], `${name}.*`, partial);
  below(schema.propertyNames, name, true);
  for (const child of schema.prefixItems ?? []) below(child, `${name}[]`, partial);
  for (const key of ["items", "unevaluatedItems"] as const) below(schema[key], `${name}[]`, partial);
  below(schema.contains, `${name}[]`, true);
}
