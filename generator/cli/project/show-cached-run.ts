import type { Format } from "../../diagnostics/render.js";
import type { ExitCode, Given, Terminal } from "../commands/command.js";
import type { RunReport } from "./run-report.js";
import { showBill, showOutcome, showSuggestion } from "./show-outcome.js";

/** Prints a cached result in the same way as `gen`. Only results without changes and errors are cached. */
export async function showCachedRun(report: RunReport, given: Given, terminal: Terminal): Promise<ExitCode> {
  if (given.has("all")) showBill(report.sets, terminal);
  const format = (given.text("format") ?? "text") as Format;
  const exitCode = await showOutcome(report, terminal, { format, mode: "write", everything: false });
  if (format === "text") showSuggestion(report, terminal);
  return exitCode;
}
