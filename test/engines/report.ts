import type { Kill } from "./killer.js";
import { phases } from "./ledger.js";

// The report of `npm run test:engines`: its table, and the bars that each engine must reach.

export const problemKinds = [
  "not finished",
  "wrong results",
  "histories that cannot continue",
  "lost approvals",
  "effects with another key",
  "acknowledged effects repeated",
  "runs without exactly one end",
] as const;
export type ProblemKind = (typeof problemKinds)[number];

/** The histories that the engine recorded, replayed after the last run. */
export interface Replays {
  readonly histories: number;
  readonly replayed: number;
  /** Whether the engine refused a history with another effect. */
  readonly changeRefused: boolean;
  readonly failedTasks: number;
}

export interface ChaosReport {
  readonly title: string;
  readonly kills: readonly Kill[];
  readonly runs: number;
  readonly problems: Readonly<Partial<Record<ProblemKind, readonly string[]>>>;
  readonly executions: number;
  readonly repeated: number;
  readonly finishedTwice: number;
  /** The most milliseconds between the end of such a tool and the kill that lost its outcome. */
  readonly lostAfterMs: number;
  readonly requestsRepeated: number;
  readonly replays?: Replays;
}

/** The measurements of one engine. */
export interface Measured {
  readonly report: ChaosReport;
  readonly seed: number;
  /** The longest run with a deadline. */
  readonly deadlineMs?: number;
}

/** The least numbers of a complete measurement. */
export interface Bars {
  readonly kills: number;
  readonly runs: number;
  readonly killsPerPhase: number;
}

/** The kinds of problems that were found, with their details. */
export function foundProblems({ problems }: ChaosReport): [kind: ProblemKind, details: readonly string[]][] {
  return problemKinds.flatMap((kind) => {
    const details = problems[kind] ?? [];
    return details.length > 0 ? [[kind, details] as [ProblemKind, readonly string[]]] : [];
  });
}

/** Returns a line for each bar that a report misses. Without `bars`, no number of kills and runs is required. */
export function missedBars(report: ChaosReport, bars?: Bars): string[] {
  const { kills, runs, replays } = report;
  const missed = foundProblems(report).map(([kind, details]) => `${kind}: ${details.length}`);
  const least = (found: number, wanted: number, name: string): void => {
    if (found < wanted) missed.push(`${name}: ${found} of ${wanted}`);
  };
  if (bars) {
    least(kills.length, bars.kills, "kills");
    least(runs, bars.runs, "runs");
    for (const phase of phases) least(killsIn(report, phase), bars.killsPerPhase, `kills ${phase}`);
  }
  if (replays) {
    least(replays.replayed, replays.histories, "histories replayed");
    if (replays.histories === 0) missed.push("no history was recorded");
    if (!replays.changeRefused) missed.push("a changed history was not refused");
  }
  return missed.map((line) => `${report.title}: ${line}`);
}

function killsIn({ kills }: ChaosReport, wanted: Kill["phase"]): number {
  return kills.filter(({ phase }) => phase === wanted).length;
}

type Cell = (measured: Measured) => string | number | undefined;

const rows: readonly (readonly [name: string, cell: Cell])[] = [
  ["seed", ({ seed }) => seed],
  ["kills of the service", ({ report }) => countKills(report, "service")],
  ["kills of the engine", ({ report }) => countKills(report, "engine")],
  ...phases.map((phase) => [`kills ${phase}`, ({ report }: Measured) => killsIn(report, phase)] as const),
  ["runs", ({ report }) => report.runs],
  ...problemKinds.map(
    (kind) => [kind, ({ report }: Measured) => report.problems[kind]?.length ?? 0] as const,
  ),
  ["executions of tools", ({ report }) => report.executions],
  ["tools started again", ({ report }) => report.repeated],
  ["tools finished twice", ({ report }) => report.finishedTwice],
  ["at most this long from the kill", ({ report }) => `${report.lostAfterMs} ms`],
  ["requests repeated", ({ report }) => report.requestsRepeated],
  ["longest recovery", ({ report }) => `${Math.max(0, ...report.kills.map((kill) => kill.recoveryMs))} ms`],
  ["longest run with a deadline", ({ deadlineMs }) => deadlineMs && `${deadlineMs} ms`],
  [
    "histories replayed",
    ({ report: { replays } }) => replays && `${replays.replayed} of ${replays.histories}`,
  ],
  ["changed history refused", ({ report: { replays } }) => replays && String(replays.changeRefused)],
  ["workflow tasks failed", ({ report: { replays } }) => replays?.failedTasks],
];

function countKills({ kills }: ChaosReport, wanted: Kill["victim"]): number {
  return kills.filter(({ victim }) => victim === wanted).length;
}

/** Returns a Markdown table with a column for each engine. */
export function tableOf(measured: readonly Measured[]): string {
  const cells = [
    ["", ...measured.map(({ report }) => report.title)],
    ...rows.map(([name, cell]) => [name, ...measured.map((each) => String(cell(each) ?? ""))]),
  ];
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [line(cells[0]!), rule, ...cells.slice(1).map(line)].join("\n");
}
