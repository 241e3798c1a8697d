import { type ExitCode, exitCodes, type Terminal } from "../commands/command.js";
import type { Diagnostic } from "../../diagnostics/report.js";
import type { Format } from "../../diagnostics/render.js";
import { type Palette, paletteFor } from "../terminal/colour.js";
import { printable } from "../terminal/printable.js";
import { folderInRepository } from "./repository.js";
import type { Cost, RunReport, SetReport } from "./run-report.js";

export interface ShowOptions {
  readonly format: Format;
  /**
   * Whether all diagnostics are printed. Otherwise, notes are left out. If a code occurs very often, only some of its
   * diagnostics are printed.
   */
  readonly everything: boolean;
  /** The mode of the run, which the last line of the summary mentions. */
  readonly mode: "write" | "check" | "dry";
}

const mostOfACode = 10;

/**
 * Prints problems to stderr and the result to stdout, and returns the exit code. With the formats "json" and "github",
 * everything is printed to stdout.
 */
export async function showOutcome(
  report: RunReport,
  terminal: Terminal,
  options: ShowOptions,
): Promise<ExitCode> {
  const { stdout, stderr, env } = terminal;
  const all = [...report.diagnostics, ...report.verdicts];
  if (options.format === "text") {
    const problems = await showProblems(report, paletteFor(stderr, env), options);
    if (problems.length > 0) stderr.write(`${problems.join("\n")}\n`);
    stdout.write(summary(report, options, paletteFor(stdout, env)));
  } else {
    const { renderGithub, renderJson } = await import("../../diagnostics/render.js");
    if (options.format === "json") stdout.write(renderJson(forMachines(report)));
    else stdout.write(renderGithub(worthAnnotating(all), folderInRepository(terminal)));
  }
  return hasErrors(all) ? exitCodes.problems : exitCodes.ok;
}

/**
 * Prints the diagnostics, then the files that differ. The modules for this are loaded only if they are needed, because
 * most runs have neither diagnostics nor files that differ.
 */
async function showProblems(
  report: RunReport,
  palette: Palette,
  { everything }: ShowOptions,
): Promise<readonly string[]> {
  const blocks: string[] = [];
  const shown = everything ? report.diagnostics : worthAnnotating(report.diagnostics);
  if (shown.length > 0) {
    const { renderText } = await import("../../diagnostics/render.js");
    blocks.push(renderText(shown, { palette, ...(!everything && { mostOfACode }) }));
  }
  if (report.drifts.length > 0) {
    const { showDrifts } = await import("./show-drifts.js");
    blocks.push(...(await showDrifts(report, palette)));
  }
  return blocks.filter((text) => text !== "");
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

function worthAnnotating(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity !== "note");
}

function forMachines({ sets, diagnostics, verdicts, drifts, orphans, stubs, ms }: RunReport): unknown {
  return {
    diagnostics: [...diagnostics, ...verdicts],
    drift: drifts.map(({ file, verdict }) => ({ file, verdict })),
    sets: sets.map(({ name, source, folder, failed, tools, tokens, changed, removed }) => ({
      name,
      source,
      folder,
      failed,
      tools,
      tokens,
      changed,
      removed,
    })),
    orphans,
    stubs,
    ms: Math.round(ms),
  };
}

function summary(outcome: RunReport, options: ShowOptions, palette: Palette): string {
  const lines = outcome.sets.flatMap((set) => setLine(set, filesWithErrors(set, outcome), palette));
  for (const { folder, removed } of outcome.orphans)
    lines.push(
      `${printable(folder)}/  ${palette.dim("its spec no longer exists")}  ${count(removed, "file removed", "files removed")}`,
    );
  for (const file of outcome.stubs) lines.push(`stub   ${printable(file)}`);
  lines.push(lastLine(outcome, options, palette));
  const first = outcome.sets.find(({ isNew, changed }) => isNew && changed.length > 0);
  if (first !== undefined && outcome.stubs.length === 0) lines.push(nextStep(first, palette));
  return `${lines.join("\n")}\n`;
}

/**
 * Returns the files with errors, for the line about a failed set. The errors may be in the spec, in the config, in the
 * lock of the set, or in a file to which the spec refers.
 */
function filesWithErrors({ source }: SetReport, { diagnostics }: RunReport): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const files = new Set(errors.flatMap(({ location }) => location?.file ?? []));
  return files.size === 0 || files.has(source) ? source : [...files].join(", ");
}

function setLine(
  { name: setName, folder: path, failed, isNew, changed, removed }: SetReport,
  files: string,
  { red, dim }: Palette,
): readonly string[] {
  const [name, folder] = [printable(setName), printable(path)];
  if (failed) {
    const rest = isNew ? "nothing was written" : `${folder}/ stays unchanged`;
    return [`${red("failed")}  ${name}  ${dim(`errors in ${printable(files)}; ${rest}`)}`];
  }
  if (changed.length === 0 && removed.length === 0) return [];
  const counts = [count(changed.length, "file written", "files written"), count(removed.length, "removed")];
  return [`${name}  ${dim(`${folder}/`)}  ${counts.filter((text) => text !== "").join(", ")}`];
}

/** Returns the last line of the summary, for example `12 tools · 3 changed · 214 ms · 8.4k tokens`. */
function lastLine(outcome: RunReport, { mode, everything }: ShowOptions, palette: Palette): string {
  const { sets, drifts, orphans, ms } = outcome;
  const diagnostics = [...outcome.diagnostics, ...outcome.verdicts];
  const { tools, tokens } = totalCost(sets);
  const removed = orphans.reduce((total, orphan) => total + orphan.removed, 0);
  const changed = sets.reduce((total, set) => total + set.changed.length + set.removed.length, removed);
  const done = {
    write: changed === 0 ? "unchanged" : `${changed} changed`,
    check: drifts.length === 0 ? "up to date" : `${drifts.length} out of date`,
    dry: undefined,
  }[mode];
  const counted = countProblems(diagnostics);
  const hidden = !everything && diagnostics.some(({ severity }) => severity === "note");
  const problems =
    (hasErrors(diagnostics) ? palette.red : palette.yellow)(counted) + (hidden ? " (toolpress lint)" : "");
  const parts = [
    count(tools, "tool", "tools") || "0 tools",
    done,
    showTime(ms),
    `${thousands(tokens)} tokens`,
    problems,
  ];
  return parts.filter((part) => part !== undefined && part !== "").join(" · ");
}

function nextStep({ hasHandlers, folder: path }: SetReport, { dim, bold }: Palette): string {
  const folder = printable(path);
  const commit = dim("Commit specs and generated code.");
  if (!hasHandlers) return `\nNext: ${bold(`${folder}/index.ts`)} exports what createAgent needs. ${commit}`;
  return [
    "",
    `Next: implement the handlers interface of ${bold(`${folder}/index.ts`)},`,
    `or let ${bold("toolpress gen --stubs src/tools")} write stubs. ${commit}`,
  ].join("\n");
}

export function showSuggestion({ suggestion }: RunReport, { stderr }: Terminal): void {
  if (suggestion !== undefined) stderr.write(`\n${printable(suggestion)}\n`);
}

/** Prints the cost of all operations of a document before any file is written. */
export function showBill(cost: readonly Cost[], { stderr }: Terminal): void {
  const { tools, tokens } = totalCost(cost);
  stderr.write(
    `all operations: ${count(tools, "tool", "tools") || "0 tools"}, about ${thousands(tokens)} tokens in every request; --include selects a part\n`,
  );
}

function count(number: number, one: string, many = one): string {
  return number === 0 ? "" : `${number} ${number === 1 ? one : many}`;
}

export function thousands(number: number): string {
  return number < 1_000 ? String(number) : `${(number / 1_000).toFixed(number < 100_000 ? 1 : 0)}k`;
}

function showTime(ms: number): string {
  return ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

function totalCost(sets: readonly Cost[]): Cost {
  return {
    tools: sets.reduce((total, { tools }) => total + tools, 0),
    tokens: sets.reduce((total, { tokens }) => total + tokens, 0),
  };
}

/** Returns a text such as `2 errors, 1 warning`. The text is empty if there are no problems. */
export function countProblems(diagnostics: readonly Diagnostic[]): string {
  return (["error", "warning", "note"] as const)
    .map((severity) => [severity, diagnostics.filter((one) => one.severity === severity).length] as const)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity}${count === 1 ? "" : "s"}`)
    .join(", ");
}
