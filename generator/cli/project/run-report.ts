import type { Diagnostic } from "../../diagnostics/report.js";
import type { GeneratedSet } from "../../pipeline/generation.js";
import type { Drift } from "../../write/verdicts.js";

/** The result of one `gen` or `lint` as data, for printing. */
export interface RunReport {
  readonly sets: readonly SetReport[];
  readonly diagnostics: readonly Diagnostic[];
  /** Files that differ from the output for their spec, with a diagnostic for each. */
  readonly drifts: readonly Drift[];
  readonly verdicts: readonly Diagnostic[];
  /** Folders of sets without a spec, with the number of files that were removed from each. */
  readonly orphans: readonly { readonly folder: string; readonly removed: number }[];
  /** The paths of written handler stubs, from the project root. */
  readonly stubs: readonly string[];
  readonly ms: number;
  /** Advice to install the runtime, if the project does not have it. */
  readonly suggestion?: string | undefined;
}

export interface SetReport extends Cost {
  readonly name: string;
  readonly source: string;
  /** From the project root. */
  readonly folder: string;
  readonly failed: boolean;
  /** Whether the set had no output before. */
  readonly isNew: boolean;
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Whether some of its tools run in handlers. */
  readonly hasHandlers: boolean;
}

/** The cost of tools in every request. */
export interface Cost {
  readonly tools: number;
  readonly tokens: number;
}

/** Converts an outcome into a report. */
export function setReportOf(set: SetReport): SetReport {
  const { name, source, folder, failed, isNew, changed, removed, hasHandlers, tools, tokens } = set;
  return { name, source, folder, failed, isNew, changed, removed, hasHandlers, tools, tokens };
}

/** The cost of all sets, without failed ones. */
export function costOf({ failed, lock }: GeneratedSet): Cost {
  if (failed) return { tools: 0, tokens: 0 };
  return { tools: lock.tools.length, tokens: lock.tools.reduce((total, { tokens }) => total + tokens, 0) };
}
