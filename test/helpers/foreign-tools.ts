import { checkSet } from "../../generator/check/check.js";
import { mendSet } from "../../generator/check/mend.js";
import { createReport, type Diagnostic } from "../../generator/diagnostics/report.js";
import type { Schema, ToolSet } from "../../generator/ir.js";
import { lowerSet } from "../../generator/lower/lower.js";
import type { LoweredTool } from "../../generator/lower/lowered.js";
import { defaultOptions, type Options } from "../../generator/options.js";
import { DocumentPatterns } from "../../generator/check/patterns/document-patterns.js";
import { prepare, type Source } from "../../generator/pipeline/prepare.js";

/** The tools of a foreign document, in the form that the compiler has before it emits code. */
export interface ForeignTools {
  readonly sets: readonly ToolSet[];
  readonly tools: readonly LoweredTool[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Runs a foreign document through reading, normalisation, checks, mending and lowering. */
export function compileForeign(
  source: Pick<Source, "path" | "text"> & Partial<Source>,
  options: Partial<Options> = {},
): ForeignTools {
  const report = createReport();
  const all = { ...defaultOptions, ...options };
  const found = prepare({ ...source, options: all }, () => undefined, report)?.sets ?? [];
  const sets = found.map((set) => {
    const checking = { set, options: all, report, patterns: new DocumentPatterns() };
    checkSet(checking);
    return mendSet(checking);
  });
  const tools = sets.flatMap((set) => lowerSet(set, all, report).tools);
  return { sets, tools, diagnostics: report.sorted() };
}

/** Compiles an MCP list with the tools `t0`, `t1`, … Each schema describes the arguments of one tool. */
export function compileMcp(schemas: readonly unknown[], options: Partial<Options> = {}): ForeignTools {
  const tools = schemas.map((inputSchema, index) => ({
    name: `t${index}`,
    description: `Does thing ${index}.`,
    inputSchema,
  }));
  return compileForeign({ path: "tools.json", text: JSON.stringify({ tools }) }, options);
}

/** Returns a function that resolves `#/$defs/<name>` in the schemas of a tool. */
export function resolverOf({ tool }: LoweredTool, sets: readonly ToolSet[]) {
  const shared = sets.find((set) => set.tools.includes(tool))?.schemas;
  return (name: string): Schema | undefined => tool.defs.get(name) ?? shared?.get(name);
}
