import type { Json, TypeName } from "../ir.js";
import { within } from "../origin.js";
import { describe } from "./json-value.js";
import type { Building } from "./read-keyword.js";
import { add, type Scope } from "./scope.js";
import { wordsOf } from "./type-words.js";

/** `default`: text where OpenAPI wants a number or a truth value is a slip of document generators; the rest is checked later. */
export function readDefault(value: unknown, { schema, node }: Building, scope: Scope): void {
  const type = typeBeside(node["type"], scope);
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
