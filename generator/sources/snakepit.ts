import { workerEnvironment } from "@toolpress/runtime/remotes/environment";
import { signatureOf } from "@toolpress/runtime/remotes/signature";
import { reportUnlistedRemote } from "./report-unlisted-remote.js";
import type { SourceKind } from "./source-kind.js";

/**
 * The tools of a snakepit adapter, written as `snakepit:<module.Class>`. The environment variable
 * SNAKEPIT_WORKER contains the command of the worker, such as "python3 grpc_server.py".
 */
export const snakepit: SourceKind = {
  name: "snakepit",
  accepts: (argument) => argument.startsWith("snakepit:"),
  async open(argument, { cwd, remote, env, inheritEnv, report }) {
    const { snakepitRemote } = await import("@toolpress/runtime/remotes/snakepit");
    const adapter = argument.slice("snakepit:".length).trim();
    const command = (env["SNAKEPIT_WORKER"] ?? "").split(/\s+/).filter((word) => word !== "");
    if (command.length === 0) {
      report.add("TP741", undefined, {
        remote: adapter,
        problem: "SNAKEPIT_WORKER is not set to the command that starts a worker",
      });
      return undefined;
    }
    const worker = snakepitRemote({ command, adapter, cwd, env: workerEnvironment({ inheritEnv }, env) });
    try {
      const tools = await worker.registrations();
      const signatures = Object.fromEntries(
        (await worker.list()).map((tool) => [tool.name, signatureOf(tool.inputSchema)]),
      );
      const name = remote ?? adapter.split(".").at(-1) ?? "snakepit";
      return {
        path: `${name}.json`,
        text: JSON.stringify({ tools }, null, 2),
        from: "snakepit",
        settings: { remote: name, signatures },
      };
    } catch (error) {
      reportUnlistedRemote(report, adapter, error);
      return undefined;
    } finally {
      await worker.close();
    }
  },
};
