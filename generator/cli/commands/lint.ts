import type { Format } from "../../diagnostics/render.js";
import { type Command } from "./command.js";
import { specFlags } from "./spec-flags.js";

/** The command `toolpress lint`. */
export const lint: Command = {
  name: "lint",
  summary: "prints every problem and note about specs; writes nothing",
  usage: "[spec...] [flags]",
  details: `Checks specs as toolpress gen does and prints all diagnostics, including notes on schemas that
were rewritten for Gemini. Nothing is written.`,
  examples: [
    ["toolpress lint", "all specs"],
    ["toolpress lint --strict --format github", "as annotations in a pull request"],
  ],
  flags: {
    format: {
      type: "string",
      choices: ["text", "json", "github"],
      summary: "format of problems (default: text)",
    },
    ...specFlags,
  },
  maxWords: Infinity,
  async run(given, terminal) {
    const [{ checkDialect }, { runGen }, { showOutcome }] = await Promise.all([
      import("../project/check-dialect.js"),
      import("../project/run-gen.js"),
      import("../project/show-outcome.js"),
    ]);
    checkDialect(given.text("from"));
    const outcome = await runGen(given, terminal, "dry");
    const format = (given.text("format") ?? "text") as Format;
    return showOutcome(outcome, terminal, { format, mode: "dry", everything: true });
  },
};
