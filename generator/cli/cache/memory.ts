import type { ExitCode, Given, Terminal } from "../commands/command.js";
import { paletteFor, plain } from "../terminal/colour.js";
import { sealedFile } from "./sealed-file.js";
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

/** Where the memory of a call is kept, if anywhere. */
export function memoryFile(given: Given, terminal: Terminal, build: string): string | undefined {
  return sealedFile(terminal.cwd, [build, terminal.cwd, callOf(given, terminal)]);
}

/** Everything a run is told that is not in a file. */
function callOf(given: Given, { stdout, stderr, env }: Terminal): unknown {
  const isPlain = [stdout, stderr].map((stream) => paletteFor(stream, env) === plain);
  const texts = ["out", "from", "format"].map((flag) => given.text(flag) ?? null);
  return [given.words, texts, given.list("include"), given.has("strict"), given.has("all"), isPlain];
}
