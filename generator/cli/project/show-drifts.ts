import { type Palette } from "../terminal/colour.js";
import { printable } from "../terminal/printable.js";
import { showDiff } from "../terminal/show-diff.js";
import { isFixedByGen } from "../../write/verdicts.js";
import type { RunReport } from "./run-report.js";

/** Prints the files that `--check` found to be different: a list and a diff. */
export async function showDrifts(report: RunReport, palette: Palette): Promise<readonly string[]> {
  return [showVerdicts(report, palette), await showDiff(report.drifts, palette)];
}

/** Prints one line for each file, and each hint once. */
function showVerdicts({ verdicts, drifts }: RunReport, { red, dim }: Palette): string {
  const width = Math.max(...drifts.map(({ verdict }) => verdict.length));
  const byFile = new Map(drifts.map((drift) => [drift.file, drift]));
  const ways = new Set<string>();
  const lines = verdicts.map(({ code, location, help }) => {
    const drift = byFile.get(location?.file ?? "");
    ways.add(drift === undefined || isFixedByGen(drift) ? "Run toolpress gen and commit the result." : help);
    return `${red(`${(drift?.verdict ?? "").padEnd(width)}  ${code}`)}  ${printable(location?.file ?? "")}`;
  });
  const helps = [...ways].map((way) => `  ${dim("help:")} ${way}`);
  return `${[...lines, ...helps].join("\n")}\n`;
}
