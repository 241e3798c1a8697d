import type { Schema, ToolSet } from "../ir.js";
import { type Origin, origin } from "../base/origin.js";
import { eachChild } from "../base/schema-children.js";
import type { Part } from "../base/vocabulary.js";
import type { SchemaVisit } from "./rule.js";

type ParentVisit = Omit<SchemaVisit, "schema">;

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

/** Definitions that are reachable from results but not from arguments. */
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

function walk(schema: Schema, parent: ParentVisit, visit: (visit: SchemaVisit) => void): void {
  if (typeof schema === "boolean") return;
  const here: SchemaVisit = { ...parent, schema, at: schema[origin] ?? parent.at };
  visit(here);
  eachChild(schema, (child, part, key) => walk(child, { ...here, ...viewOf(part, key, here) }, visit));
}

/**
 * Returns the name and the `partial` flag of a child schema. The schema of a property or of all items has the
 * same flag as its parent. Any other child only adds to its parent, so its flag is true.
 */
function viewOf(
  part: Part,
  key: string,
  { name, partial }: SchemaVisit,
): Pick<SchemaVisit, "name" | "partial"> {
  switch (part) {
    case "property":
      return { name: name === "" ? key : `${name}.${key}`, partial };
    case "properties":
      return { name: `${name}.*`, partial };
    case "items":
      return { name: `${name}[]`, partial };
    case "some items":
      return { name: `${name}[]`, partial: true };
    default:
      return { name, partial: true };
  }
}
