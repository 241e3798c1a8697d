import type { Diagnostic } from "../../diagnostics/report.js";
import type { Given } from "../commands/command.js";
import type { SetReport } from "../project/run-report.js";
import { cacheFile } from "./cache-file.js";
import type { FileStamp } from "./file-stamp.js";

/** A run that changed nothing: the files that decided its result, and the result. */
export interface RunEntry {
  readonly stamps: readonly FileStamp[];
  readonly sets: readonly SetReport[];
  readonly diagnostics: readonly Diagnostic[];
  readonly suggestion?: string | undefined;
}

/** Whether a run with these flags may be read from the cache, and written to it. A cache file can be forged, so a check uses none. */
export function isCacheable(given: Given): boolean {
  return !given.has("check") && !given.has("force") && !given.has("stubs");
}

/** The path of the cache file for a call; undefined without a cache folder. */
export function runFile(given: Given, cwd: string, build: string): string | undefined {
  return cacheFile(cwd, [build, cwd, callOf(given)]);
}

/** The arguments that determine the result. Flags that only change its output are left out. */
function callOf(given: Given): unknown {
  const texts = ["out", "from", "config"].map((flag) => given.text(flag) ?? null);
  return ["run", given.words, texts, given.list("include"), given.has("strict"), given.has("all")];
}
