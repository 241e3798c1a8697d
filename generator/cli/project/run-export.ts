import { resolve } from "node:path";
import { type ExitCode, exitCodes, type Given, type Terminal, UsageError } from "../commands/command.js";
import { createReport } from "../../diagnostics/report.js";
import { exportTargets } from "../../export/index.js";
import type { ExportTarget } from "../../export/target.js";
import type { ToolSet } from "../../ir.js";
import { declare, prepare } from "../../pipeline/prepare.js";
import { renderJson, renderText } from "../../diagnostics/render.js";
import { paletteFor } from "../terminal/colour.js";
import { openProject } from "./project.js";
import { putFile } from "./put-file.js";

/** Runs `toolpress export`, which writes a spec in the format of another system. */
export async function runExport(given: Given, terminal: Terminal): Promise<ExitCode> {
  const target = await targetOf(given);
  if (given.words.length === 0)
    throw new UsageError("name the spec to export", "Usage: toolpress export --to mcp <spec>");
  const { cwd, stdout, stderr, env } = terminal;
  const report = createReport();
  // For this command, `--out` is a file, and not the folder of generated code.
  const project = await openProject(
    cwd,
    { ...given, text: (flag) => (flag === "out" ? undefined : given.text(flag)) },
    report,
  );
  const options = project?.config.options;
  // Slow patterns are allowed here, because `export` does not run patterns.
  const kept = options && { ...options, allowUnsafePatterns: true };
  const sets = (project?.specs ?? []).flatMap(
    (spec) => prepare({ ...spec, options: kept }, project!.load, report, project!.config.limits)?.sets ?? [],
  );
  const set = project && pick(sets, given.text("set"));
  const json =
    set && target.write(set, { report, declarations: () => declare(set, project.config.options, report) });
  stderr.write(renderText(report.sorted(), { palette: paletteFor(stderr, env) }));
  // An incomplete export must not replace a complete file.
  if (json === undefined || (report.hasErrors && given.text("out") !== undefined)) return exitCodes.problems;
  const text = renderJson(json);
  const out = given.text("out");
  if (out === undefined) stdout.write(text);
  else putFile(cwd, resolve(cwd, out), text);
  return report.hasErrors ? exitCodes.problems : exitCodes.ok;
}

function targetOf(given: Given): Promise<ExportTarget> {
  const load = exportTargets[given.text("to") ?? ""];
  if (load !== undefined) return load();
  throw new UsageError(
    "name the target of the export",
    `One of --to ${Object.keys(exportTargets).join("|")}.`,
  );
}

function pick(sets: readonly ToolSet[], wanted: string | undefined): ToolSet | undefined {
  const found = wanted === undefined ? sets : sets.filter(({ name }) => name === wanted);
  const names = sets.map(({ name }) => name).join(", ");
  if (found.length > 1)
    throw new UsageError(`there are ${String(found.length)} sets: ${names}`, "Choose one with --set.");
  if (found.length === 0 && sets.length > 0)
    throw new UsageError(`there is no set ${JSON.stringify(wanted)}`, `There are ${names}.`);
  return found[0];
}
