import type { Diagnostic } from "../../diagnostics/report.js";
import type { Given } from "../commands/command.js";
import type { SetReport } from "../project/run-report.js";
import { cacheFile } from "./cache-file.js";
import type { FileStamp } from "./file-stamp.js";

/** The cached result of a run that changed nothing, with the stamps of all files that determine the result. */
export interface RunEntry {
  readonly stamps: readonly FileStamp[];
  readonly sets: readonly SetReport[];
  readonly diagnostics: readonly Diagnostic[];
  readonly suggestion?: string | undefined;
}

/**
 * Returns whether the cache may be used for a run with these flags. `--check` uses no cache, because a cache file can
 * be forged.
 */
export function isCacheable(given: Given): boolean {
  return !given.has("check") && !given.has("force") && !given.has("stubs");
}

/** Returns the path of the cache file for a run. Returns undefined if there is no folder for caches. */
export function runFile(given: Given, cwd: string, build: string): string | undefined {
  return cacheFile(cwd, [build, cwd, callOf(given)]);
}

/**
 * Returns the arguments that determine the result of a run. Flags that change only how the result is printed are
 * excluded.
 */
function callOf(given: Given): unknown {
  const texts = ["out", "from", "config"].map((flag) => given.text(flag) ?? null);
  return ["run", given.words, texts, given.list("include"), given.has("strict"), given.has("all")];
}
