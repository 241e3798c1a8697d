import type { Tool, ToolSet } from "../ir.js";
import type { Report } from "../diagnostics/report.js";
import { namedTools, reportUncarried } from "./carried.js";
import { mcpObject } from "./mcp-schema.js";
import type { ExportTarget } from "./target.js";
import { argumentsSchema, selfContained } from "./tool-schema.js";

/** Exports the answer of an MCP server to `tools/list`. */
export const mcp: ExportTarget = {
  title: "MCP tools/list",
  write(set, { report }) {
    reportUncarried(set, mcp.title, { response: true, approval: true }, report);
    const rule = { pattern: /^[A-Za-z0-9_.-]{1,128}$/, words: "1 to 128 letters, digits, _, . or -" };
    const tools = namedTools(set, mcp.title, rule, report);
    reportLeftOut(tools, set, report);
    return { tools: tools.map((tool) => toolOf(tool, set)) };
  },
};

/**
 * Reports the result schemas that are left out. MCP clients would refuse the complete list of tools because of one such
 * schema.
 */
function reportLeftOut(tools: readonly Tool[], set: ToolSet, report: Report): void {
  const leftOut = tools.filter(
    (tool) => tool.output !== undefined && tool.output !== true && outputOf(tool, set) === undefined,
  );
  const [first] = leftOut;
  if (first === undefined) return;
  report.add("TP727", { key: first.origin }, { target: mcp.title, tools: leftOut.map(({ name }) => name) });
}

function outputOf(tool: Tool, set: ToolSet): object | undefined {
  return tool.output === undefined ? undefined : mcpObject(selfContained(tool.output, tool, set));
}

function toolOf(tool: Tool, set: ToolSet): object {
  const outputSchema = outputOf(tool, set);
  const inputSchema = argumentsSchema(tool, set);
  return {
    name: tool.name,
    ...(tool.description === "" ? {} : { description: tool.description }),
    // The arguments are always an object, so `type: "object"` can be added if the schema declares this in another way.
    inputSchema: mcpObject(inputSchema) ?? mcpObject({ type: "object", ...inputSchema }) ?? inputSchema,
    ...(outputSchema && { outputSchema }),
    ...(tool.policy.approval ? { annotations: { destructiveHint: true } } : {}),
  };
}
