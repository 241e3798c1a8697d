import { basename, resolve } from "node:path";
import { workerEnvironment } from "@toolpress/runtime/remotes/environment";
import type { SourceLocation } from "../base/origin.js";
import { fromRoot } from "../base/paths.js";
import { folderName } from "../base/words.js";
import { describeRemote } from "./remote-document.js";
import { reportUnlistedRemote } from "./report-unlisted-remote.js";
import type { SourceKind } from "./source-kind.js";

/**
 * The functions of a Python file. The file is executed, because its definitions exist only after an import.
 */
export const python: SourceKind = {
  name: "python",
  accepts: (argument) => argument.endsWith(".py"),
  async open(argument, { cwd, remote, env, inheritEnv, report }) {
    const { pythonRemote } = await import("@toolpress/runtime/remotes/python");
    const name = basename(argument, ".py");
    let trace = "";
    const worker = pythonRemote({
      file: resolve(cwd, argument),
      python: env["PYTHON"] ?? "python3",
      env: workerEnvironment({ inheritEnv }, env),
      processes: 1,
      onStderr: (text) => (trace += text),
    });
    try {
      const { tools, locations, problems } = await worker.inspect();
      for (const { tool, parameter = "", problem, location } of problems) {
        report.add("TP740", fromProject(location, cwd), { tool, parameter, problem });
      }
      return describeRemote({
        kind: "python",
        remote: remote ?? name,
        name: folderName(name),
        path: argument,
        tools,
        locationOf: (tool, parameter = "") =>
          fromProject(locations[tool]?.[parameter] ?? locations[tool]?.[""], cwd),
      });
    } catch (error) {
      reportUnlistedRemote(report, argument, error, trace);
      return undefined;
    } finally {
      await worker.close();
    }
  },
};

function fromProject(location: SourceLocation | undefined, cwd: string): SourceLocation | undefined {
  return location && { ...location, file: fromRoot(cwd, location.file) };
}
