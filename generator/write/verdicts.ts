import type { Report } from "../diagnostics.js";
import { compare, type Compared, type Output } from "./compare.js";

/** A file that is not as it should be, for `gen --check`. */
export interface Drift {
  readonly verdict: Verdict;
  /** From the project root. */
  readonly file: string;
  readonly found: string;
  readonly expected: string;
}

export type Verdict = "stale" | "missing" | "orphan" | "hand-edited" | "made by another version";

/** One verdict for each file of the folder that differs, reported as an error at the first line that does. */
export function judge(output: Output, outputVersion: number, report: Report): readonly Drift[] {
  const madeBy = output.previous?.output ?? outputVersion;
  return compare(output).flatMap((compared) => {
    const verdict = verdictOf(compared, madeBy !== outputVersion);
    if (verdict === undefined) return [];
    const file = `${output.shown}/${compared.path}`;
    const drift: Drift = { verdict, file, found: compared.found ?? "", expected: compared.planned ?? "" };
    add(drift, { found: madeBy, expected: outputVersion }, report);
    return [drift];
  });
}

function verdictOf({ found, planned, author }: Compared, otherVersion: boolean): Verdict | undefined {
  if (found === undefined) return planned === undefined ? undefined : "missing";
  if (planned === undefined) return "orphan";
  if (author === "edited" || author === "foreign") return "hand-edited";
  return otherVersion ? "made by another version" : "stale";
}

function add(drift: Drift, versions: { found: number; expected: number }, report: Report): void {
  const { file, verdict } = drift;
  const place = { file, line: firstDifference(drift), column: 1, length: 0 };
  if (verdict === "stale") report.add("TP910", place, {});
  else if (verdict === "missing") report.add("TP911", place, {});
  else if (verdict === "orphan") report.add("TP912", place, {});
  else if (verdict === "hand-edited") report.add("TP913", place, {});
  else report.add("TP914", place, versions);
}

function firstDifference({ verdict, found, expected }: Drift): number {
  if (verdict === "orphan" || verdict === "missing") return 1;
  const [left, right] = [found.split("\n"), expected.split("\n")];
  const index = left.findIndex((line, at) => line !== right[at]);
  return (index === -1 ? left.length - 1 : index) + 1;
}
