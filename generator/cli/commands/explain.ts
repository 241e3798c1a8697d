import { paletteFor } from "../terminal/colour.js";
import { type Command, exitCodes, UsageError } from "./command.js";

/** The command `toolpress explain TP204`. */
export const explain: Command = {
  name: "explain",
  summary: "explains a diagnostic such as TP204 and how to fix it",
  usage: "[CODE]",
  details: "Prints the cause of a diagnostic and its fix. Without a code, lists all diagnostics.",
  examples: [["toolpress explain TP102", "why duplicate keys are refused"]],
  flags: {},
  maxWords: 1,
  async run({ words }, { stdout, env }) {
    const { definitions } = await import("../../diagnostics/definitions.js");
    const { bold, dim } = paletteFor(stdout, env);
    const [word] = words;
    if (word === undefined) {
      for (const [code, { severity, title }] of definitions)
        stdout.write(`${code}  ${severity.padEnd(7)}  ${title}\n`);
      return exitCodes.ok;
    }
    const code = word.toUpperCase().replace(/^(?:TP)?(\d+)$/, "TP$1");
    const definition = definitions.get(code);
    if (definition === undefined)
      throw new UsageError(
        `unknown diagnostic ${JSON.stringify(word)}`,
        "toolpress explain lists all of them.",
      );
    stdout.write(`${bold(`${code}: ${definition.title}`)} ${dim(`(${definition.severity})`)}\n\n`);
    stdout.write(`${definition.cause}\n\nFix: ${definition.fix}\n`);
    return exitCodes.ok;
  },
};
