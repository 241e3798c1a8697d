import { describeRemote } from "./remote-document.js";
import { reportUnlistedRemote } from "./report-unlisted-remote.js";
import type { SourceKind } from "./source-kind.js";

/** A running MCP server: `mcp:<command with arguments>`, or `mcp:https://…` for streamable HTTP. */
export const mcp: SourceKind = {
  name: "mcp",
  accepts: (argument) => argument.startsWith("mcp:"),
  async open(argument, { cwd, remote, inheritEnv, report }) {
    const { mcpRemote } = await import("@toolpress/runtime/remotes/mcp");
    const target = argument.slice("mcp:".length).trim();
    const [command = "", ...args] = target.split(/\s+/);
    const server = mcpRemote(
      /^https?:\/\//.test(target) ? { url: target } : { command, args, cwd, inheritEnv },
    );
    const name = remote ?? "mcp";
    try {
      return describeRemote({ kind: "mcp", remote: name, name, path: name, tools: await server.list() });
    } catch (error) {
      reportUnlistedRemote(report, target, error);
      return undefined;
    } finally {
      await server.close();
    }
  },
};
