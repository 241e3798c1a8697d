import { describeRemote } from "./remote-document.js";
import { reportUnanswered } from "./report-unanswered.js";
import type { SourceKind } from "./source-kind.js";

/** A running MCP server: `mcp:<command with arguments>`, or `mcp:https://…` for streamable HTTP. */
export const mcp: SourceKind = {
  name: "mcp",
  accepts: (given) => given.startsWith("mcp:"),
  async open(given, { cwd, remote, inheritEnv, report }) {
    const { mcpRemote } = await import("@toolpress/runtime/remotes/mcp");
    const target = given.slice("mcp:".length).trim();
    const [command = "", ...args] = target.split(/\s+/);
    const asked = mcpRemote(
      /^https?:\/\//.test(target) ? { url: target } : { command, args, cwd, inheritEnv },
    );
    const name = remote ?? "mcp";
    try {
      return describeRemote({ kind: "mcp", remote: name, name, path: name, tools: await asked.list() });
    } catch (error) {
      reportUnanswered(report, target, error);
      return undefined;
    } finally {
      await asked.close();
    }
  },
};
