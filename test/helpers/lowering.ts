import { createReport, type Diagnostic } from "../../generator/diagnostics/report.js";
import type { Schema, SchemaObject, Tool, ToolSet } from "../../generator/ir.js";
import { lowerSet } from "../../generator/lower/lower.js";
import type { LoweredTool } from "../../generator/lower/lowered.js";
import { defaultOptions, type Options } from "../../generator/options.js";
import type { Origin } from "../../generator/base/origin.js";
import { noPolicy } from "../../generator/tool-fields/policy.js";

/** Helpers for the tests of lowering: tools with a schema and few other fields. */

const place = { file: "test.tools.yaml", line: 1, column: 1, length: 0 };
export const testOrigin: Origin = {
  document: { file: place.file, text: "", location: () => place },
  path: [],
};

export function toolOf(input: SchemaObject, more: Partial<Tool> = {}): Tool {
  return {
    name: "tool",
    sourceName: "tool",
    names: { type: "Tool", value: "tool", file: "tool" },
    description: "A tool.",
    input,
    output: undefined,
    defs: new Map(),
    binding: { kind: "handler" },
    examples: [],
    verbatim: undefined,
    target: undefined,
    origin: testOrigin,
    ...more,
    policy: { ...noPolicy, ...more.policy },
  };
}

export function setOf(tools: readonly Tool[], schemas: Readonly<Record<string, Schema>> = {}): ToolSet {
  return {
    name: "test",
    source: "test.tools.yaml",
    tools,
    schemas: new Map(Object.entries(schemas)),
    toolConfig: undefined,
    groups: new Map(),
    builtins: [],
    http: undefined,
    origin: testOrigin,
  };
}

export interface Result {
  readonly tools: readonly LoweredTool[];
  readonly diagnostics: readonly Diagnostic[];
}

export function lowerTools(
  tools: readonly Tool[],
  options: Partial<Options> = {},
  schemas: Readonly<Record<string, Schema>> = {},
): Result {
  const report = createReport();
  const { tools: lowered } = lowerSet(setOf(tools, schemas), { ...defaultOptions, ...options }, report);
  return { tools: lowered, diagnostics: report.sorted() };
}

/** Lowers an object with one required property `x`, which has the schema. */
export function lowerProperty(
  schema: Schema,
  options: Partial<Options> = {},
  schemas: Readonly<Record<string, Schema>> = {},
): LoweredTool & { readonly diagnostics: readonly Diagnostic[] } {
  const input: SchemaObject = { type: "object", properties: { x: schema }, required: ["x"] };
  const { tools, diagnostics } = lowerTools([toolOf(input)], options, schemas);
  const [tool] = tools;
  if (tool === undefined) throw new Error(diagnostics.map((item) => item.message).join("\n"));
  return { ...tool, diagnostics };
}
