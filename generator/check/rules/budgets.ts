import type { FunctionDeclaration } from "@toolpress/runtime";
import { declaredTools } from "../../base/declared-tools.js";
import { isMapping } from "../../base/mapping.js";
import { subschemasOf } from "../../base/schema-children.js";
import type { LoweredRule } from "../rule.js";
import { defineProblem, type Problem } from "../../diagnostics/catalogue/definition.js";

const TP421 = defineProblem<{ count: number; budget: number }>("TP421", {
  title: "many tools",
  severity: "warning",
  message: (p) => `${p.count} tools in one set, more than ${p.budget}`,
  cause: "The more tools are active, the worse the model chooses.",
  fix: "Set `search: true`, so that the model finds the tools with a search; or activate a group per run, divide the set, or raise budgets.tools.",
});

const TP422 = defineProblem<{ tool: string; depth: number; budget: number }>("TP422", {
  title: "deep arguments",
  severity: "warning",
  message: (p) =>
    `arguments of ${JSON.stringify(p.tool)} are nested ${p.depth} levels deep, more than ${p.budget}`,
  cause: "Models make more mistakes in deep arguments, and Gemini refuses very deep ones.",
  fix: "Flatten the arguments, or raise budgets.depth.",
});

const TP423 = defineProblem<{ total: number; budget: number }>("TP423", {
  title: "much enum text",
  severity: "warning",
  message: (p) => `enum values have ${p.total} characters in all, more than ${p.budget}`,
  cause: "Gemini refuses schemas that allow too many texts.",
  fix: "Shorten the enums, or take a free text and check it in the handler.",
});

const TP424 = defineProblem<{ total: number; budget: number }>("TP424", {
  title: "large arrays",
  severity: "warning",
  message: (p) => `maxItems add up to ${p.total}, more than ${p.budget}`,
  cause: "Gemini refuses schemas with too many states, and every item of a bounded array adds states.",
  fix: "Lower maxItems, or set relax to keep bounds out of declarations.",
});

const TP425 = defineProblem<{ total: number; budget: number }>("TP425", {
  title: "large declarations",
  severity: "warning",
  message: (p) => `declarations have ${p.total} bytes, more than ${p.budget}`,
  cause: "All declarations are sent with every request.",
  fix: "Shorten descriptions, select fewer tools, or raise budgets.bytes.",
});

const TP426 = defineProblem<{ total: number; budget: number }>("TP426", {
  title: "many tokens",
  severity: "warning",
  message: (p) => `declarations cost about ${p.total} tokens per request, more than ${p.budget}`,
  cause: "All declarations are sent with every request, and their tokens are paid for each time.",
  fix: "Set `search: true`, so that the model finds the tools with a search; or shorten descriptions, activate groups, or raise budgets.tokens.",
});

/** Compares the size of the declarations with the budgets of a request. */
export const overBudget: LoweredRule = {
  reports: [TP421, TP422, TP423, TP424, TP425, TP426],
  check: (all, { set, options, report }) => {
    const { budgets } = options;
    const declared: ReadonlySet<unknown> = new Set(set.search && declaredTools(set));
    const tools = set.search === undefined ? all : all.filter(({ tool }) => declared.has(tool));
    if (tools.length > budgets.tools)
      report.add(TP421, set.origin, { count: tools.length, budget: budgets.tools });
    for (const { tool, size } of tools)
      if (size.depth > budgets.depth)
        report.add(
          TP422,
          { key: tool.origin },
          { tool: tool.name, depth: size.depth, budget: budgets.depth },
        );
    const measured = tools.map((tool) => ({ ...tool, ...contentOf(tool.declaration) }));
    const reportAbove = (
      problem: Problem<{ total: number; budget: number }>,
      budget: number,
      measure: (tool: (typeof measured)[number]) => number,
    ): void => {
      const total = measured.reduce((sum, tool) => sum + measure(tool), 0);
      if (total <= budget) return;
      const largest = [...measured].sort((a, b) => measure(b) - measure(a)).slice(0, 3);
      const help = `largest: ${largest.map((each) => `${each.tool.name} (${measure(each)})`).join(", ")}`;
      report.add(problem, set.origin, { total, budget }, { help });
    };
    reportAbove(TP423, budgets.enumText, ({ enumText }) => enumText);
    reportAbove(TP424, budgets.arrayItems, ({ arrayItems }) => arrayItems);
    reportAbove(TP425, budgets.bytes, ({ size }) => size.bytes);
    reportAbove(TP426, budgets.tokens, ({ size }) => size.tokens);
  },
};

function contentOf(declaration: FunctionDeclaration): {
  readonly enumText: number;
  readonly arrayItems: number;
} {
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
