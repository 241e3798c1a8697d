import type { SchemaDialect } from "../ir.js";
import { isMapping, own } from "./node.js";

/**
 * Returns the draft of a schema: the draft in `$schema`. Without `$schema`, the result is an old draft if the
 * schema contains keywords of that draft, and the newest draft otherwise.
 */
export function draftOf(schema: unknown): SchemaDialect {
  const declared = own(schema, "$schema");
  if (typeof declared === "string") {
    const draft = drafts.find(([mark]) => declared.includes(mark));
    if (draft !== undefined) return draft[1];
  }
  return oldDraftOf(schema, 0) ?? "2020-12";
}

const drafts: readonly (readonly [string, SchemaDialect])[] = [
  ["draft-03", "draft-04"],
  ["draft-04", "draft-04"],
  ["draft-06", "draft-06"],
  ["draft-07", "draft-07"],
  ["2019-09", "2019-09"],
  ["2020-12", "2020-12"],
];

const mostDepth = 64;

/** Keywords whose values are data. Data may look like a schema. */
const dataKeywords = new Set(["default", "enum", "const", "example", "examples"]);

/**
 * Finds keywords that only older drafts have, such as `items: [...]` for a tuple, or a boolean exclusive
 * bound.
 */
function oldDraftOf(schema: unknown, depth: number): SchemaDialect | undefined {
  if (depth > mostDepth || typeof schema !== "object" || schema === null) return undefined;
  if (isMapping(schema)) {
    if (typeof own(schema, "exclusiveMinimum") === "boolean") return "draft-04";
    if (typeof own(schema, "exclusiveMaximum") === "boolean") return "draft-04";
    if (Array.isArray(own(schema, "items"))) return "draft-07";
  }
  for (const [key, child] of Object.entries(schema)) {
    if (dataKeywords.has(key)) continue;
    const draft = oldDraftOf(child, depth + 1);
    if (draft !== undefined) return draft;
  }
  return undefined;
}
