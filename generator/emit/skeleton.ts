import type { Schema, SchemaObject } from "../ir.js";
import { describe, maxListed, type Resolve } from "./describe.js";
import { defName } from "./reach.js";

/** Objects are written out this deep, or less where the line would get too long; below stands `<object>`. */
const depths = [3, 2, 1] as const;
const maxLength = 640;
const maxValues = 4;

/** A correct call in one line: `{"city": <string>, "days"?: <integer 1–16>}`. Hidden arguments are left out. */
export function skeleton(schema: Schema, resolve: Resolve, hidden: ReadonlySet<string> = new Set()): string {
  const texts = depths.map((deepest) => sketch(schema, { resolve, deepest }, hidden, 0));
  return texts.find((text) => text.length <= maxLength) ?? texts.at(-1)!;
}

interface Sketching {
  readonly resolve: Resolve;
  readonly deepest: number;
}

function sketch(schema: Schema, sketching: Sketching, hidden: ReadonlySet<string>, depth: number): string {
  if (typeof schema === "boolean") return "<any>";
  if (schema.$ref !== undefined) {
    return depth > sketching.deepest
      ? "<object>"
      : sketch(sketching.resolve(defName(schema.$ref)), sketching, hidden, depth + 0.25);
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return choices(schema.enum.map((value) => JSON.stringify(value)));
  const branches = schema.anyOf ?? schema.oneOf;
  if (schema.properties !== undefined || schema.type === "object")
    return object(schema, sketching, hidden, depth);
  if (branches !== undefined && schema.type === undefined) {
    return choices(branches.map((branch) => sketch(branch, sketching, new Set(), depth + 0.25)));
  }
  if (schema.type === "array")
    return `[${sketch(schema.items ?? true, sketching, new Set(), depth + 0.5)}, …]`;
  return `<${describe(withoutLength(schema), sketching.resolve)}>`;
}

function object(
  schema: SchemaObject,
  sketching: Sketching,
  hidden: ReadonlySet<string>,
  depth: number,
): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const names = Object.keys(properties).filter((name) => !hidden.has(name));
  if (depth >= sketching.deepest && names.length > 0) return "<object>";
  const fields = names.map((name) => {
    const optional = required.includes(name) ? "" : "?";
    return `${JSON.stringify(name)}${optional}: ${sketch(properties[name]!, sketching, new Set(), depth + 1)}`;
  });
  if (typeof additionalProperties === "object") {
    fields.push(`<name>: ${sketch(additionalProperties, sketching, new Set(), depth + 1)}`);
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
