import { posix } from "node:path";
import type { Report } from "../diagnostics/report.js";
import { compare, type Compared, type PlannedFolder } from "./compare.js";
import { mayStay } from "./unknown-files.js";

/** A file that differs from the output of the current spec. `gen --check` reports it. */
export interface Drift {
  readonly verdict: Verdict;
  /** The path relative to the project root. */
  readonly file: string;
  readonly found: string;
  readonly expected: string;
}

export type Verdict =
  | "stale"
  | "missing"
  | "orphan"
  | "hand-edited"
  | "made by another version"
  | "in the way"
  | "foreign";

const setOutDir =
  "The TypeScript compiler wrote this file. Set `outDir` in tsconfig.json, so that it writes to another folder, and delete the file.";

/** Returns whether a diff can show the change. This is the case if both texts exist. */
export function hasDiff({ verdict }: Drift): boolean {
  return verdict === "stale" || verdict === "hand-edited" || verdict === "made by another version";
}

/** Returns whether `toolpress gen` corrects the file. If not, the user must remove something first. */
export function isFixedByGen({ verdict }: Drift): boolean {
  return verdict !== "in the way" && verdict !== "foreign";
}

/**
 * Returns a verdict for each file that differs. Each difference is reported as an error at the first line that differs.
 */
export function judge(target: PlannedFolder, outputVersion: number, report: Report): readonly Drift[] {
  const previousVersion = target.previous?.output ?? outputVersion;
  const blocked = judgeObstacles(target, report);
  const known = new Set(blocked.map(({ file }) => file));
  const others = compare(target).flatMap((compared) => {
    const file = `${target.shown}/${compared.path}`;
    const verdict = verdictOf(compared, previousVersion !== outputVersion);
    if (verdict === undefined || known.has(file)) return [];
    if (verdict === "foreign" && mayStay(compared.path) && isFile(compared.path, target)) return [];
    const drift: Drift = { verdict, file, found: compared.found ?? "", expected: compared.planned ?? "" };
    if (compared.author === "compiled") report.add("TP916", locationOf(file), {}, { help: setOutDir });
    else add(drift, { found: previousVersion, expected: outputVersion }, report);
    return [drift];
  });
  return [...blocked, ...others];
}

/**
 * Reports links and other obstacles at the paths of planned files and of their folders. Each obstacle is reported once.
 */
function judgeObstacles({ folder, planned, shown }: PlannedFolder, report: Report): readonly Drift[] {
  const found = new Map<string, string>();
  for (const { path } of planned) {
    const obstacle = folder.obstacle(path);
    if (obstacle?.kind === "occupied") found.set(posix.join(shown, obstacle.at), obstacle.found);
  }
  return [...found].map(([file, what]) => {
    report.add("TP915", locationOf(file), { found: what });
    return { verdict: "in the way", file, found: "", expected: "" };
  });
}

function isFile(path: string, { folder }: PlannedFolder): boolean {
  return folder.obstacle(path)?.kind !== "occupied";
}

/** Reports a file in the output folder that belongs to no tool set. */
export function judgeUnknownFile(file: string, report: Report): Drift {
  report.add("TP916", locationOf(file), {});
  return { verdict: "foreign", file, found: "", expected: "" };
}

function verdictOf({ found, planned, author }: Compared, otherVersion: boolean): Verdict | undefined {
  if (found === undefined) return planned === undefined ? undefined : "missing";
  if (planned === undefined) return author === "foreign" || author === "compiled" ? "foreign" : "orphan";
  if (author === "edited" || author === "foreign") return "hand-edited";
  return otherVersion ? "made by another version" : "stale";
}

function add(drift: Drift, versions: { found: number; expected: number }, report: Report): void {
  const { file, verdict } = drift;
  const location = locationOf(file, firstDifference(drift));
  if (verdict === "stale") report.add("TP910", location, {});
  else if (verdict === "missing") report.add("TP911", location, {});
  else if (verdict === "orphan") report.add("TP912", location, {});
  else if (verdict === "hand-edited") report.add("TP913", location, {});
  else if (verdict === "foreign") report.add("TP916", location, {});
  else report.add("TP914", location, versions);
}

function locationOf(file: string, line = 1): { file: string; line: number; column: number; length: number } {
  return { file, line, column: 1, length: 0 };
}

function firstDifference(drift: Drift): number {
  if (!hasDiff(drift)) return 1;
  const [left, right] = [drift.found.split("\n"), drift.expected.split("\n")];
  const index = left.findIndex((line, at) => line !== right[at]);
  return (index === -1 ? left.length - 1 : index) + 1;
}
