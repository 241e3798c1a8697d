import type { Json, TypeName } from "../ir.js";
import { within } from "../origin.js";
import { describe } from "./json-value.js";
import type { Building } from "./read-keyword.js";
import { add, type Scope } from "./scope.js";
import { wordsOf } from "./type-words.js";

/**
 * `default`: null where null is not allowed stands for "none"; text where a number or a truth value is wanted is a slip
 * of document generators. Everything else is kept as it is, and checked later.
 */
export function readDefault(value: unknown, { schema, node }: Building, scope: Scope): void {
  const type = typeBeside(node["type"], scope);
  const nullable = node["nullable"] === true || node["x-nullable"] === true;
  if (value === null && type !== undefined && type !== "null" && !nullable) {
    add(scope, "TP322", within(scope.origin, "default"), { found: "null", read: "no default" });
    return;
  }
  const meant = scope.draft.documentFirst ? repaired(value, type) : undefined;
  if (meant !== undefined)
    add(scope, "TP322", within(scope.origin, "default"), {
      found: describe(value),
      read: JSON.stringify(meant),
    });
  schema.default = meant ?? (value as Json);
}

function typeBeside(type: unknown, scope: Scope): TypeName | undefined {
  if (typeof type !== "string") return undefined;
  return (wordsOf(scope.draft).get(type)?.["type"] ?? type) as TypeName | undefined;
}

function repaired(value: unknown, type: TypeName | undefined): Json | undefined {
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  if (type === "string" && (typeof value === "number" || typeof value === "boolean")) return String(value);
  if ((type !== "integer" && type !== "number") || typeof value !== "string" || value.trim() === "")
    return undefined;
  const number = Number(value);
  return Number.isFinite(number) && (type === "number" || Number.isInteger(number)) ? number : undefined;
}
