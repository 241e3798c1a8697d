import { isObject } from "../base/is-object.js";
import type { FunctionDeclaration } from "../wire.js";
import type { Json } from "./step.js";

/**
 * Returns the JSON Schema of a declaration. The service requires a schema even if there are no arguments. The schema
 * accepts the same values as the declaration, so that the same codec decodes the arguments.
 */
export function parametersOf({ parameters, parametersJsonSchema }: FunctionDeclaration): unknown {
  return writeSchema(parametersJsonSchema ?? parameters) ?? { type: "object", properties: {} };
}

const MAPS = new Set(["properties", "$defs", "definitions", "patternProperties", "dependentSchemas"]);
const LISTS = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const SINGLE = new Set(["items", "additionalProperties", "not", "if", "then", "else", "contains"]);

/** Rewrites the schema of a declaration as plain JSON Schema. */
export function writeSchema(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { nullable, ...fields } = schema;
  const written: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (name === "type") written.type = lowerCase(value);
    // The service refuses an empty list `required`.
    else if (name === "required" && Array.isArray(value) && value.length === 0) continue;
    else if (MAPS.has(name) && isObject(value))
      written[name] = Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, writeSchema(item)]),
      );
    else if (LISTS.has(name) && Array.isArray(value)) written[name] = value.map(writeSchema);
    else written[name] = SINGLE.has(name) ? writeSchema(value) : value;
  }
  return nullable === true ? withNull(written) : written;
}

function lowerCase(type: unknown): unknown {
  return typeof type === "string" ? type.toLowerCase() : type;
}

/** Replaces `nullable`, which JSON Schema does not have: null becomes a type, a value and a branch. */
function withNull({ type, enum: values, anyOf, ...rest }: Record<string, unknown>): Json {
  return {
    ...(type !== undefined && { type: [...[type].flat(), "null"] }),
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
    ...(Array.isArray(anyOf) && { anyOf: [...(anyOf as unknown[]), { type: "null" }] }),
    ...rest,
  };
}
