import type { FunctionDeclaration } from "@toolpress/runtime";
import { declaredTools } from "../base/declared-tools.js";
import type { Tool } from "../ir.js";
import { isMapping } from "../base/mapping.js";
import { subschemasOf } from "../base/schema-children.js";
import type { Checking } from "./rule.js";

/** The data of a lowered tool that the budgets need. */
export interface Measured {
  readonly tool: Tool;
  readonly declaration: FunctionDeclaration;
  readonly size: { readonly bytes: number; readonly tokens: number; readonly depth: number };
}

/** Compares the size of the declarations with the budgets of a request. */
export function checkBudgets(all: readonly Measured[], { set, options, report }: Checking): void {
  const { budgets } = options;
  const declared = new Set(declaredTools(set));
  const tools = set.search === undefined ? all : all.filter(({ tool }) => declared.has(tool));
  if (tools.length > budgets.tools)
    report.add("TP421", set.origin, { count: tools.length, budget: budgets.tools });
  for (const { tool, size } of tools)
    if (size.depth > budgets.depth)
      report.add(
        "TP422",
        { key: tool.origin },
        { tool: tool.name, depth: size.depth, budget: budgets.depth },
      );
  const weighed = tools.map((measured) => ({ ...measured, ...weigh(measured.declaration) }));
  const over = (
    code: "TP423" | "TP424" | "TP425" | "TP426",
    budget: number,
    measure: (tool: (typeof weighed)[number]) => number,
  ): void => {
    const total = weighed.reduce((sum, tool) => sum + measure(tool), 0);
    if (total <= budget) return;
    const largest = [...weighed].sort((a, b) => measure(b) - measure(a)).slice(0, 3);
    const help = `largest: ${largest.map((each) => `${each.tool.name} (${measure(each)})`).join(", ")}`;
    report.add(code, set.origin, { total, budget }, { help });
  };
  over("TP423", budgets.enumText, ({ enumText }) => enumText);
  over("TP424", budgets.arrayItems, ({ arrayItems }) => arrayItems);
  over("TP425", budgets.bytes, ({ size }) => size.bytes);
  over("TP426", budgets.tokens, ({ size }) => size.tokens);
}

function weigh(declaration: FunctionDeclaration): { readonly enumText: number; readonly arrayItems: number } {
  let enumText = 0;
  let arrayItems = 0;
  const visit = (schema: unknown): void => {
    if (!isMapping(schema)) return;
    if (Array.isArray(schema["enum"])) for (const value of schema["enum"]) enumText += String(value).length;
    const items = Number(schema["maxItems"] ?? 0);
    if (Number.isFinite(items)) arrayItems += items;
    for (const { value } of subschemasOf(schema)) visit(value);
  };
  visit(declaration.parameters);
  visit(declaration.parametersJsonSchema);
  return { enumText, arrayItems };
}
