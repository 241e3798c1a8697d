import type { FunctionDeclaration, GeminiSchema } from "@toolpress/runtime";
import { isMapping } from "../base/mapping.js";
import type { Size } from "./lowered.js";

const bytesPerToken = 4;

/**
 * Returns the size of a declaration. The tokens are an estimate: Google states that a token has about four characters.
 */
export function sizeOf(declaration: FunctionDeclaration): Size {
  const bytes = new TextEncoder().encode(JSON.stringify(declaration)).length;
  const schemas = [
    declaration.parameters ?? declaration.parametersJsonSchema,
    declaration.response ?? declaration.responseJsonSchema,
  ];
  return {
    bytes,
    tokens: Math.ceil(bytes / bytesPerToken),
    depth: Math.max(0, ...schemas.map((schema) => depthOf(schema))),
  };
}

/** Returns the depth of a Gemini schema or of a JSON Schema. A reference counts as one level. */
function depthOf(schema: unknown): number {
  if (!isMapping(schema)) return 0;
  const { items, properties, anyOf, prefixItems, additionalProperties, $defs } = schema as GeminiSchema &
    Record<string, unknown>;
  const children = [
    items,
    additionalProperties,
    ...(anyOf ?? []),
    ...(Array.isArray(prefixItems) ? prefixItems : []),
    ...Object.values(properties ?? {}),
    ...(isMapping($defs) ? Object.values($defs) : []),
  ];
  return 1 + Math.max(0, ...children.map((child) => depthOf(child)));
}
