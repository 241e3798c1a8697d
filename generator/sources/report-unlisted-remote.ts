import type { Report } from "../diagnostics/report.js";

/**
 * Reports a remote that did not list its tools. The report contains the output of its process, such as a
 * Python traceback.
 */
export function reportUnlistedRemote(report: Report, remote: string, error: unknown, written = ""): void {
  const text = error instanceof Error ? error.message : String(error);
  const [problem = "", ...more] = text.split(/\r?\n/);
  const output = [more.join("\n"), written].map((part) => part.trim()).filter((part) => part !== "");
  const help = output.length === 0 ? {} : { help: `The output of the remote:\n${output.join("\n")}` };
  report.add("TP741", undefined, { remote, problem }, help);
}
