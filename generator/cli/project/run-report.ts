import type { Diagnostic } from "../../diagnostics/report.js";
import type { GeneratedSet } from "../../pipeline/generation.js";
import type { Drift } from "../../write/verdicts.js";

/** The result of one `gen` or `lint` as data: all that is printed of it. */
export interface RunReport {
  readonly sets: readonly SetReport[];
  readonly diagnostics: readonly Diagnostic[];
  /** Files that are not as they should be, and a diagnostic for each. */
  readonly drifts: readonly Drift[];
  readonly verdicts: readonly Diagnostic[];
  /** Folders of sets whose spec is gone, and how many files were removed from each. */
  readonly orphans: readonly { readonly folder: string; readonly removed: number }[];
  /** Starts for handlers that were written, from the project root. */
  readonly stubs: readonly string[];
  readonly ms: number;
  /** How to install the runtime, if the project does not have it. */
  readonly suggestion?: string | undefined;
}

export interface SetReport extends Cost {
  readonly name: string;
  readonly source: string;
  /** From the project root. */
  readonly folder: string;
  readonly failed: boolean;
  /** Nothing had been generated for it before. */
  readonly isNew: boolean;
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Some of its tools run in handlers. */
  readonly hasHandlers: boolean;
}

/** What tools cost in every request. */
export interface Cost {
  readonly tools: number;
  readonly tokens: number;
}

/** The fields of a report, and no others. */
export function setReportOf(set: SetReport): SetReport {
  const { name, source, folder, failed, isNew, changed, removed, hasHandlers, tools, tokens } = set;
  return { name, source, folder, failed, isNew, changed, removed, hasHandlers, tools, tokens };
}

/** A set that failed is not there, so it costs nothing. */
export function costOf({ failed, lock }: GeneratedSet): Cost {
  if (failed) return { tools: 0, tokens: 0 };
  return { tools: lock.tools.length, tokens: lock.tools.reduce((total, { tokens }) => total + tokens, 0) };
}
