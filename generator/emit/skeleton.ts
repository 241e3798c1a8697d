import type { Schema, SchemaObject } from "../ir.js";
import { defOf, describe, maxListed, type Resolve } from "./describe.js";

/** Objects are written out this deep; below stands `<object>`. */
const maxDepth = 3;
const maxValues = 4;

/** A correct call in one line: `{"city": <string>, "days"?: <integer 1–16>}`. Hidden arguments are left out. */
export function skeleton(schema: Schema, resolve: Resolve, hidden: ReadonlySet<string> = new Set()): string {
  return sketch(schema, resolve, hidden, 0);
}

function sketch(schema: Schema, resolve: Resolve, hidden: ReadonlySet<string>, depth: number): string {
  if (typeof schema === "boolean") return "<any>";
  if (schema.$ref !== undefined) {
    return depth > maxDepth ? "<object>" : sketch(resolve(defOf(schema.$ref)), resolve, hidden, depth + 0.25);
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return choices(schema.enum.map((value) => JSON.stringify(value)));
  const branches = schema.anyOf ?? schema.oneOf;
  if (schema.properties !== undefined || schema.type === "object")
    return object(schema, resolve, hidden, depth);
  if (branches !== undefined && schema.type === undefined) {
    return choices(branches.map((branch) => sketch(branch, resolve, new Set(), depth + 0.25)));
  }
  if (schema.type === "array") return `[${sketch(schema.items ?? true, resolve, new Set(), depth + 0.5)}, …]`;
  return `<${describe(withoutLength(schema), resolve)}>`;
}

function object(schema: SchemaObject, resolve: Resolve, hidden: ReadonlySet<string>, depth: number): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const names = Object.keys(properties).filter((name) => !hidden.has(name));
  if (depth >= maxDepth && names.length > 0) return "<object>";
  const fields = names.map((name) => {
    const optional = required.includes(name) ? "" : "?";
    return `${JSON.stringify(name)}${optional}: ${sketch(properties[name]!, resolve, new Set(), depth + 1)}`;
  });
  if (typeof additionalProperties === "object") {
    fields.push(`<name>: ${sketch(additionalProperties, resolve, new Set(), depth + 1)}`);
  }
  return `{${fields.join(", ")}}`;
}

function choices(texts: readonly string[]): string {
  const different = [...new Set(texts)];
  const shown = different.length <= maxListed ? different : [...different.slice(0, maxValues), "…"];
  return shown.join("|");
}

/** Lengths are told when they are wrong; here they would only be in the way. */
function withoutLength(schema: SchemaObject): SchemaObject {
  const { minLength: _least, maxLength: _most, ...rest } = schema;
  return rest;
}
