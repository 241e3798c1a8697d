import { type ExitCode, exitCodes, type Terminal } from "../commands/command.js";
import type { Diagnostic } from "../../diagnostics/report.js";
import {
  countProblems,
  type Format,
  renderGithub,
  renderJson,
  renderText,
} from "../../diagnostics/render.js";
import { type Palette, paletteFor } from "../terminal/colour.js";
import { printable } from "../terminal/printable.js";
import { showDiff } from "../terminal/show-diff.js";
import { isMendedByGen } from "../../write/verdicts.js";
import type { Outcome, SetOutcome } from "./run-gen.js";

export interface ShowOptions {
  readonly format: Format;
  /** Notes one by one, and no limit on warnings of one code. */
  readonly everything: boolean;
  /** What the last line says was done. */
  readonly mode: "write" | "check" | "dry";
}

const mostOfACode = 10;

/** Problems to stderr, the result to stdout; with `json` and `github` everything to stdout. Gives the exit code. */
export async function showOutcome(
  outcome: Outcome,
  terminal: Terminal,
  options: ShowOptions,
): Promise<ExitCode> {
  const { stdout, stderr, env } = terminal;
  const failed = outcome.diagnostics.some(({ severity }) => severity === "error");
  if (options.format === "json") stdout.write(renderJson(forMachines(outcome)));
  else if (options.format === "github") stdout.write(renderGithub(worthAnnotating(outcome.diagnostics)));
  else {
    const shown = options.everything ? outcome.diagnostics : worthAnnotating(outcome.diagnostics);
    const palette = paletteFor(stderr, env);
    const limit = options.everything ? {} : { mostOfACode };
    const problems = renderText(shown.filter(isNoVerdict), { palette, ...limit });
    const diff = await showDiff(outcome.drifts, palette);
    const blocks = [problems, showVerdicts(outcome, palette), diff].filter((text) => text !== "");
    if (blocks.length > 0) stderr.write(`${blocks.join("\n")}\n`);
    stdout.write(summary(outcome, options, paletteFor(stdout, env)));
  }
  return failed ? exitCodes.problems : exitCodes.ok;
}

function isNoVerdict({ code }: Diagnostic): boolean {
  return !/^TP91\d$/.test(code);
}

/** A line for each file that `--check` found wanting, and each way out once. */
function showVerdicts({ diagnostics, drifts }: Outcome, { red, dim }: Palette): string {
  if (drifts.length === 0) return "";
  const width = Math.max(...drifts.map(({ verdict }) => verdict.length));
  const byFile = new Map(drifts.map((drift) => [drift.file, drift]));
  const ways = new Set<string>();
  const lines = diagnostics
    .filter((diagnostic) => !isNoVerdict(diagnostic))
    .map(({ code, place, help }) => {
      const drift = byFile.get(place?.file ?? "");
      ways.add(
        drift === undefined || isMendedByGen(drift) ? "Run toolpress gen and commit the result." : help,
      );
      return `${red(`${(drift?.verdict ?? "").padEnd(width)}  ${code}`)}  ${printable(place?.file ?? "")}`;
    });
  const helps = [...ways].map((way) => `  ${dim("help:")} ${way}`);
  return `${[...lines, ...helps].join("\n")}\n`;
}

function worthAnnotating(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity !== "note");
}

function forMachines({ sets, diagnostics, drifts, orphans, stubs, ms }: Outcome): unknown {
  return {
    diagnostics,
    drift: drifts.map(({ file, verdict }) => ({ file, verdict })),
    sets: sets.map(({ set, folder, changed, removed }) => ({
      name: set.name,
      source: set.source,
      folder,
      failed: set.failed,
      ...costOf([set]),
      changed,
      removed,
    })),
    orphans,
    stubs,
    ms: Math.round(ms),
  };
}

function summary(outcome: Outcome, options: ShowOptions, palette: Palette): string {
  const lines = outcome.sets.flatMap((set) => setLine(set, palette));
  for (const { folder, removed } of outcome.orphans)
    lines.push(
      `${printable(folder)}/  ${palette.dim("its spec is gone")}  ${count(removed, "file removed", "files removed")}`,
    );
  for (const file of outcome.stubs) lines.push(`stub   ${printable(file)}`);
  lines.push(lastLine(outcome, options, palette));
  const first = outcome.sets.find(({ isNew, changed }) => isNew && changed.length > 0);
  if (first !== undefined && outcome.stubs.length === 0) lines.push(nextStep(first, palette));
  return `${lines.join("\n")}\n`;
}

function setLine(
  { set, folder: path, isNew, changed, removed }: SetOutcome,
  { red, dim }: Palette,
): readonly string[] {
  const [name, folder] = [printable(set.name), printable(path)];
  if (set.failed) {
    const rest = isNew ? "nothing was written" : `${folder}/ stays as it is`;
    return [`${red("failed")}  ${name}  ${dim(`errors in ${printable(set.source)}; ${rest}`)}`];
  }
  if (changed.length === 0 && removed.length === 0) return [];
  const counts = [count(changed.length, "file written", "files written"), count(removed.length, "removed")];
  return [`${name}  ${dim(`${folder}/`)}  ${counts.filter((text) => text !== "").join(", ")}`];
}

/** `12 tools · 3 changed · 214 ms · 8.4k tokens` */
function lastLine(outcome: Outcome, { mode, everything }: ShowOptions, palette: Palette): string {
  const { sets, drifts, orphans, diagnostics, ms } = outcome;
  const { tools, tokens } = costOf(sets.map(({ set }) => set));
  const removed = orphans.reduce((total, orphan) => total + orphan.removed, 0);
  const changed = sets.reduce((total, set) => total + set.changed.length + set.removed.length, removed);
  const done = {
    write: changed === 0 ? "unchanged" : `${changed} changed`,
    check: drifts.length === 0 ? "up to date" : `${drifts.length} out of date`,
    dry: undefined,
  }[mode];
  const hasErrors = diagnostics.some(({ severity }) => severity === "error");
  const counted = countProblems(diagnostics);
  const hidden = !everything && diagnostics.some(({ severity }) => severity === "note");
  const problems = (hasErrors ? palette.red : palette.yellow)(counted) + (hidden ? " (toolpress lint)" : "");
  const parts = [
    count(tools, "tool", "tools") || "0 tools",
    done,
    showTime(ms),
    `${thousands(tokens)} tokens`,
    problems,
  ];
  return parts.filter((part) => part !== undefined && part !== "").join(" · ");
}

function nextStep({ set, folder: path }: SetOutcome, { dim, bold }: Palette): string {
  const folder = printable(path);
  const commit = dim("Commit specs and generated code.");
  if (set.lock.tools.every(({ binding }) => binding.kind !== "handler"))
    return `\nNext: ${bold(`${folder}/index.ts`)} exports what createAgent needs. ${commit}`;
  return [
    "",
    `Next: implement the handlers interface of ${bold(`${folder}/index.ts`)},`,
    `or let ${bold("toolpress gen --stubs src/tools")} write a start. ${commit}`,
  ].join("\n");
}

export function costOf(sets: readonly SetOutcome["set"][]): {
  readonly tools: number;
  readonly tokens: number;
} {
  const tools = sets.filter(({ failed }) => !failed).flatMap(({ lock }) => lock.tools);
  return { tools: tools.length, tokens: tools.reduce((total, { tokens }) => total + tokens, 0) };
}

function count(number: number, one: string, many = one): string {
  return number === 0 ? "" : `${number} ${number === 1 ? one : many}`;
}

export function thousands(number: number): string {
  return number < 1_000 ? String(number) : `${(number / 1_000).toFixed(number < 100_000 ? 1 : 0)}k`;
}

export function showTime(ms: number): string {
  return ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
