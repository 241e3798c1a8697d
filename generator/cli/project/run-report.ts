import type { Diagnostic } from "../../diagnostics/report.js";
import type { GeneratedSet } from "../../pipeline/generation.js";
import type { Drift } from "../../write/verdicts.js";

/** The result of a run of `gen` or `lint` as plain data. The terminal output is made from this data. */
export interface RunReport {
  readonly sets: readonly SetReport[];
  readonly diagnostics: readonly Diagnostic[];
  /** The files that differ from the output of their spec. `verdicts` contains a diagnostic for each of them. */
  readonly drifts: readonly Drift[];
  readonly verdicts: readonly Diagnostic[];
  /** The folders of tool sets without a spec, with the number of files that were removed from each folder. */
  readonly orphans: readonly { readonly folder: string; readonly removed: number }[];
  /** The paths of the written handler stubs, relative to the project root. */
  readonly stubs: readonly string[];
  readonly ms: number;
  /** A hint to install the runtime. The field is missing if the project already has the runtime. */
  readonly suggestion?: string | undefined;
}

export interface SetReport extends Cost {
  readonly name: string;
  readonly source: string;
  /** The path of the folder relative to the project root. */
  readonly folder: string;
  readonly failed: boolean;
  /** Whether the set had no output before this run. */
  readonly isNew: boolean;
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Whether at least one tool of the set runs in a handler. */
  readonly hasHandlers: boolean;
}

/** The number of tools, and the tokens that they add to each request. */
export interface Cost {
  readonly tools: number;
  readonly tokens: number;
}

/** Copies only the fields of `SetReport`. The argument may have more fields, which must not be stored. */
export function setReportOf(set: SetReport): SetReport {
  const { name, source, folder, failed, isNew, changed, removed, hasHandlers, tools, tokens } = set;
  return { name, source, folder, failed, isNew, changed, removed, hasHandlers, tools, tokens };
}

/** Returns the cost of a tool set. A failed set counts as 0. */
export function costOf({ failed, lock }: GeneratedSet): Cost {
  if (failed) return { tools: 0, tokens: 0 };
  return { tools: lock.tools.length, tokens: lock.tools.reduce((total, { tokens }) => total + tokens, 0) };
}
