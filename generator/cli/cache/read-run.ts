import type { Given } from "../commands/command.js";
import type { RunReport } from "../project/run-report.js";
import { readCacheFile } from "./cache-file.js";
import { isRunEntry, parseAs } from "./check-entries.js";
import { isUnchanged } from "./file-stamp.js";
import { isCacheable, runFile } from "./run-entry.js";

/**
 * Returns the result of the last run with the same arguments. Returns undefined if the result cannot be used again. The
 * result can be used if the last run changed nothing and all files that determine the result are unchanged.
 */
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
