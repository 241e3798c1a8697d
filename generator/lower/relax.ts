import type { FunctionDeclaration, GeminiSchema } from "@toolpress/runtime";
import type { Budgets } from "../options.js";
import type { LoweredTool } from "./lowered.js";
import { sizeOf } from "./size.js";

// Drops bounds and formats from declarations of a set that exceeds a budget.

/**
 * The keywords that `relaxSchema` drops. It also drops every `format` except `enum`. These keywords make Gemini's
 * grammar large, and the validator checks them.
 */
const dropped = new Set<keyof GeminiSchema>([
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "pattern",
]);

/**
 * Returns the names of the budgets that a set exceeds. Only budgets that limit the declarations of a set as a sum are
 * examined.
 */
export function exceeded(tools: readonly LoweredTool[], budgets: Budgets): readonly string[] {
  const used: Readonly<Record<string, number>> = {
    bytes: sum(tools, (tool) => tool.size.bytes),
    tokens: sum(tools, (tool) => tool.size.tokens),
    enumText: sum(tools, (tool) => measure(tool.declaration.parameters, enumText)),
    arrayItems: sum(tools, (tool) => measure(tool.declaration.parameters, (schema) => schema.maxItems ?? 0)),
  };
  return Object.entries(used)
    .filter(([name, value]) => value > budgets[name as keyof Budgets])
    .map(([name]) => name);
}

export function relaxTool(tool: LoweredTool, reasons: readonly string[]): LoweredTool {
  const { parameters } = tool.declaration;
  if (parameters === undefined || tool.tool.verbatim !== undefined) return tool;
  const relaxed = relaxSchema(parameters);
  if (JSON.stringify(relaxed) === JSON.stringify(parameters)) return tool;
  const declaration: FunctionDeclaration = { ...tool.declaration, parameters: relaxed };
  return {
    ...tool,
    declaration,
    rewrites: [
      ...tool.rewrites,
      { name: "relaxed", pointer: "", detail: `over budget: ${reasons.join(", ")}` },
    ],
    size: sizeOf(declaration),
  };
}

function relaxSchema(schema: GeminiSchema): GeminiSchema {
  const kept = Object.entries(schema).filter(
    ([name, value]) => !dropped.has(name as keyof GeminiSchema) && !(name === "format" && value !== "enum"),
  );
  const relaxed = Object.fromEntries(kept) as GeminiSchema;
  if (relaxed.items !== undefined) relaxed.items = relaxSchema(relaxed.items);
  if (relaxed.anyOf !== undefined) relaxed.anyOf = relaxed.anyOf.map(relaxSchema);
  if (relaxed.properties !== undefined)
    relaxed.properties = Object.fromEntries(
      Object.entries(relaxed.properties).map(([name, child]) => [name, relaxSchema(child)]),
    );
  return relaxed;
}

function enumText(schema: GeminiSchema): number {
  return (schema.enum ?? []).reduce((length, value) => length + value.length, 0);
}

function measure(schema: GeminiSchema | undefined, own: (schema: GeminiSchema) => number): number {
  if (schema === undefined) return 0;
  const children = [
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? []),
    ...Object.values(schema.properties ?? {}),
  ];
  return own(schema) + sum(children, (child) => measure(child, own));
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
