import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ExitCode, Given, Terminal } from "../commands/command.js";
import { paletteFor, plain } from "../terminal/colour.js";
import type { Witness } from "./witness.js";

/** What a run that changed nothing depended on, and what it said. */
export interface Memory {
  readonly witnesses: readonly Witness[];
  readonly said: readonly Saying[];
  readonly exitCode: ExitCode;
}

export interface Saying {
  readonly to: "stdout" | "stderr";
  /** Where a run told how long it took, the next tells how long it took itself. */
  readonly text: readonly [before: string, after: string] | readonly [all: string];
}

/** Identifies the build, so that another version starts with no memory. From the source nothing is remembered: it changes all the time. */
export function buildId(): string | undefined {
  for (const path of ["../build-id", "../../build-id"]) {
    try {
      return readFileSync(new URL(path, import.meta.url), "utf8");
    } catch {
      continue; // Bundled code is less deep than its modules.
    }
  }
  return undefined;
}

/** Where the memory of a call is kept: beside the caches of other tools, which nobody commits. Undefined where there is no such place. */
export function memoryFile(given: Given, terminal: Terminal, build: string): string | undefined {
  const folder = nodeModules(terminal.cwd);
  if (folder === undefined) return undefined;
  const hash = createHash("sha256").update(JSON.stringify([build, terminal.cwd, callOf(given, terminal)]));
  return join(folder, ".cache", "toolpress", `${hash.digest("hex").slice(0, 32)}.json`);
}

/** Everything a run is told that is not in a file. */
function callOf(given: Given, { stdout, stderr, env }: Terminal): unknown {
  const isPlain = [stdout, stderr].map((stream) => paletteFor(stream, env) === plain);
  const texts = ["out", "from", "format"].map((flag) => given.text(flag) ?? null);
  return [given.words, texts, given.list("include"), given.has("strict"), given.has("all"), isPlain];
}

function nodeModules(folder: string): string | undefined {
  const here = join(folder, "node_modules");
  if (existsSync(here)) return here;
  const parent = dirname(folder);
  return parent === folder ? undefined : nodeModules(parent);
}
