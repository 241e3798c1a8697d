import type { Given } from "../commands/command.js";
import type { RunReport } from "../project/run-report.js";
import { readCacheFile } from "./cache-file.js";
import { isRunEntry, parseAs } from "./check-entries.js";
import { isUnchanged } from "./file-stamp.js";
import { isCacheable, runFile } from "./run-entry.js";

/** The result of a run, if the last one changed nothing and every file that decided it is unchanged. */
export function readRun(given: Given, cwd: string, build: string): RunReport | undefined {
  const start = performance.now();
  if (!isCacheable(given)) return undefined;
  const text = readCacheFile(runFile(given, cwd, build));
  const entry = text === undefined ? undefined : parseAs(text, isRunEntry);
  if (entry === undefined || !entry.stamps.every(isUnchanged)) return undefined;
  const { sets, diagnostics, suggestion } = entry;
  const nothing = { verdicts: [], drifts: [], orphans: [], stubs: [] };
  return { sets, diagnostics, suggestion, ...nothing, ms: performance.now() - start };
}
