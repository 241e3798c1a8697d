import type { FunctionDeclaration } from "@toolpress/runtime";
import type { Schema } from "../ir.js";
import { sketch } from "./sketch.js";
import { isMapping } from "../base/mapping.js";

const longest = 110;

/** The arguments of a declaration in one line that reads like a TypeScript type: `{city: string, days?: integer}`. */
export function signatureOf({ parameters, parametersJsonSchema }: FunctionDeclaration): string {
  const root: unknown = parameters ?? parametersJsonSchema ?? { type: "object" };
  const schema = plain(root) as Schema;
  if (!isMapping(schema) || Object.keys(schema.properties ?? {}).length === 0) return "{}";
  return sketch(schema, (reference) => definition(schema, reference), longest);
}

function definition(root: Schema, reference: string): Schema | undefined {
  const { $defs } = root as { readonly $defs?: Readonly<Record<string, Schema>> };
  return $defs?.[reference.slice("#/$defs/".length)];
}

/** The schema with lower-case types and without texts and bounds, which a signature has no room for. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isMapping(value)) return value;
  const kept = Object.entries(value).filter(([keyword]) => keywords.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, inner]) => [
      keyword,
      keyword === "type"
        ? lowerCase(inner)
        : keyword === "properties" || keyword === "$defs"
          ? Object.fromEntries(Object.entries(inner as object).map(([name, child]) => [name, plain(child)]))
          : plain(inner),
    ]),
  );
}

const keywords = new Set([
  ..."type properties required items prefixItems anyOf oneOf allOf enum const $ref $defs".split(" "),
  "additionalProperties",
]);

function lowerCase(type: unknown): unknown {
  return Array.isArray(type) ? type.map(lowerCase) : String(type).toLowerCase();
}
