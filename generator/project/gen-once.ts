import type { ExitCode, Given, Terminal } from "../commands/command.js";
import type { Format } from "../render-diagnostics.js";
import { createProgress } from "../terminal/progress.js";
import { type Outcome, runGen } from "./run-gen.js";
import { showOutcome } from "./show-outcome.js";

/** `toolpress gen`, once. */
export async function genOnce(
  given: Given,
  terminal: Terminal,
): Promise<{ readonly outcome: Outcome; readonly exitCode: ExitCode }> {
  const mode = given.has("check") ? "check" : "write";
  const progress = createProgress(terminal.stderr);
  const outcome = await runGen(given, terminal, mode, progress.at).finally(progress.done);
  const format = (given.text("format") ?? "text") as Format;
  const exitCode = await showOutcome(outcome, terminal, { format, mode, everything: false });
  return { outcome, exitCode };
}
