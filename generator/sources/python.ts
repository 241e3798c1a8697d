import { basename, resolve } from "node:path";
import { workerEnvironment } from "@toolpress/runtime/remotes/environment";
import type { SourceLocation } from "../base/origin.js";
import { fromRoot } from "../base/paths.js";
import { folderName } from "../base/words.js";
import { describeRemote } from "./remote-document.js";
import { reportUnanswered } from "./report-unanswered.js";
import type { SourceKind } from "./source-kind.js";

/** Functions of a Python file. The file is executed, because only an import shows its definitions. */
export const python: SourceKind = {
  name: "python",
  accepts: (given) => given.endsWith(".py"),
  async open(given, { cwd, remote, env, inheritEnv, report }) {
    const { pythonRemote } = await import("@toolpress/runtime/remotes/python");
    const name = basename(given, ".py");
    let trace = "";
    const asked = pythonRemote({
      file: resolve(cwd, given),
      python: env["PYTHON"] ?? "python3",
      env: workerEnvironment({ inheritEnv }, env),
      processes: 1,
      onStderr: (text) => (trace += text),
    });
    try {
      const { tools, locations, problems } = await asked.inspect();
      for (const { tool, parameter = "", problem, location } of problems) {
        report.add("TP740", fromProject(location, cwd), { tool, parameter, problem });
      }
      return describeRemote({
        kind: "python",
        remote: remote ?? name,
        name: folderName(name),
        path: given,
        tools,
        locationOf: (tool, parameter = "") =>
          fromProject(locations[tool]?.[parameter] ?? locations[tool]?.[""], cwd),
      });
    } catch (error) {
      reportUnanswered(report, given, error, trace);
      return undefined;
    } finally {
      await asked.close();
    }
  },
};

function fromProject(location: SourceLocation | undefined, cwd: string): SourceLocation | undefined {
  return location && { ...location, file: fromRoot(cwd, location.file) };
}
