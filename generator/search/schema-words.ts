import type { Schema } from "../ir.js";
import { eachChild } from "../base/schema-children.js";

/** Properties below this depth say little about a tool. */
const deepest = 4;
const mostNames = 200;

/** The names of the properties of a schema, and their descriptions and fixed values. */
export function namesAndTexts(
  root: Schema,
  resolve: (name: string) => Schema | undefined,
  hidden: ReadonlySet<string> = new Set(),
): { readonly names: readonly string[]; readonly texts: readonly string[] } {
  const names: string[] = [];
  const texts: string[] = [];
  const seen = new Set<Schema>();
  const visit = (schema: Schema, depth: number): void => {
    if (typeof schema === "boolean" || seen.has(schema) || depth > deepest || names.length > mostNames)
      return;
    seen.add(schema);
    if (schema.$ref !== undefined) visit(resolve(schema.$ref.slice("#/$defs/".length)) ?? true, depth);
    for (const [name, child] of Object.entries(schema.properties ?? {})) {
      if (depth === 0 && hidden.has(name)) continue;
      names.push(name);
      if (typeof child === "object") texts.push(child.description ?? "", ...valuesOf(child));
      visit(child, depth + 1);
    }
    const { properties: _, ...others } = schema;
    eachChild(others, (child) => visit(child, depth + 0.5));
  };
  visit(root, 0);
  return { names, texts };
}

function valuesOf({ enum: values = [] }: Exclude<Schema, boolean>): readonly string[] {
  return values.filter((value) => typeof value === "string").slice(0, 12);
}
