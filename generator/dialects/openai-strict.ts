import { isMapping, own, type Mapping, type Node } from "./node.js";
import type { Findings } from "./findings.js";
import { mapSchemas } from "./subschemas.js";

/**
 * Makes the nullable properties of a strict schema optional. A strict schema must list every property as
 * required, and describes an optional property as nullable. Null stays allowed, so every valid value is still
 * accepted.
 */
export function relaxStrict(parameters: Node, tool: string, findings: Findings): Node {
  const freed = new Set<string>();
  const value = mapSchemas(parameters.value, (schema) => {
    const { required } = schema;
    if (!Array.isArray(required)) return schema;
    const kept = required.filter((key) => !isNullable(own(schema.properties, String(key)), parameters.value));
    for (const key of required) if (!kept.includes(key)) freed.add(String(key));
    return kept.length === required.length ? schema : { ...schema, required: kept };
  });
  if (freed.size > 0) findings.report.add("TP709", parameters.origin, { tool, arguments: [...freed] });
  return { ...parameters, value };
}

function isNullable(schema: unknown, root: unknown, depth = 0): boolean {
  if (!isMapping(schema) || depth > 8) return false;
  const { type } = schema;
  if (type === "null" || (Array.isArray(type) && type.includes("null"))) return true;
  if (schema.nullable === true) return true;
  const branches = alternatives(schema);
  if (branches.some((branch) => isNullable(branch, root, depth + 1))) return true;
  return typeof schema.$ref === "string" && isNullable(target(root, schema.$ref), root, depth + 1);
}

function alternatives(schema: Mapping): readonly unknown[] {
  const union = schema.anyOf ?? schema.oneOf;
  return Array.isArray(union) ? union : [];
}

function target(root: unknown, reference: string): unknown {
  const [, keyword, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference) ?? [];
  return keyword === undefined || name === undefined ? undefined : own(own(root, keyword), name);
}
