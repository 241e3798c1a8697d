import type { Tool, ToolSet } from "../ir.js";
import { namedTools, reportUncarried } from "./carried.js";
import type { ExportTarget } from "./target.js";
import { argumentsSchema, selfContained } from "./tool-schema.js";

/** The answer of an MCP server to `tools/list`. */
export const mcp: ExportTarget = {
  title: "MCP tools/list",
  write(set, { report }) {
    reportUncarried(set, mcp.title, { response: true, approval: true }, report);
    const rule = { pattern: /^[A-Za-z0-9_.-]{1,128}$/, words: "1 to 128 letters, digits, _, . or -" };
    return { tools: namedTools(set, mcp.title, rule, report).map((tool) => toolOf(tool, set)) };
  },
};

function toolOf(tool: Tool, set: ToolSet): object {
  const { output } = tool;
  return {
    name: tool.name,
    ...(tool.description === "" ? {} : { description: tool.description }),
    inputSchema: argumentsSchema(tool, set),
    ...(output === undefined
      ? {}
      : { outputSchema: output === true ? {} : selfContained(output, tool, set) }),
    ...(tool.policy.approval ? { annotations: { destructiveHint: true } } : {}),
  };
}
