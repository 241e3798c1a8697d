import { workerEnvironment } from "@toolpress/runtime/remotes/environment";
import { signatureOf } from "@toolpress/runtime/remotes/signature";
import { reportUnanswered } from "./report-unanswered.js";
import type { SourceKind } from "./source-kind.js";

/** A snakepit adapter: `snakepit:<module.Class>`, with the worker's program in SNAKEPIT_WORKER, e.g. "python3 grpc_server.py". */
export const snakepit: SourceKind = {
  name: "snakepit",
  accepts: (given) => given.startsWith("snakepit:"),
  async open(given, { cwd, remote, env, inheritEnv, report }) {
    const { snakepitRemote } = await import("@toolpress/runtime/remotes/snakepit");
    const adapter = given.slice("snakepit:".length).trim();
    const command = (env["SNAKEPIT_WORKER"] ?? "").split(/\s+/).filter((word) => word !== "");
    if (command.length === 0) {
      report.add("TP741", undefined, {
        remote: adapter,
        problem: "SNAKEPIT_WORKER is not set to the command that starts a worker",
      });
      return undefined;
    }
    const asked = snakepitRemote({ command, adapter, cwd, env: workerEnvironment({ inheritEnv }, env) });
    try {
      const tools = await asked.registrations();
      const signatures = Object.fromEntries(
        (await asked.list()).map((tool) => [tool.name, signatureOf(tool.inputSchema)]),
      );
      const name = remote ?? adapter.split(".").at(-1) ?? "snakepit";
      return {
        path: `${name}.json`,
        text: JSON.stringify({ tools }, null, 2),
        from: "snakepit",
        settings: { remote: name, signatures },
      };
    } catch (error) {
      reportUnanswered(report, adapter, error);
      return undefined;
    } finally {
      await asked.close();
    }
  },
};
