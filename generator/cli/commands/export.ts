import { exportTargets } from "../../export/index.js";
import { type Command } from "./command.js";

/** The command `toolpress export --to mcp spec.tools.yaml`. */
export const exportTools: Command = {
  name: "export",
  summary: "writes the tools of a spec for another system",
  usage: "--to <system> <spec> [flags]",
  details: `Writes the tools of a spec in the format of another system: names, descriptions, argument schemas, and
all other fields that the system supports. Fields that it does not support are reported.`,
  examples: [
    ["toolpress export --to mcp specs/weather.tools.yaml", "the answer to tools/list"],
    ["toolpress export --to openai specs/weather.tools.yaml --out tools.json", "for chat completions"],
  ],
  flags: {
    to: {
      type: "string",
      value: "system",
      choices: Object.keys(exportTargets),
      summary: `the target: ${Object.keys(exportTargets).join(", ")}`,
    },
    out: { type: "string", value: "file", summary: "file to write instead of printing" },
    set: { type: "string", value: "name", summary: "the set to write, if a spec has several" },
    from: {
      type: "string",
      value: "dialect",
      summary: "set the dialect of the spec instead of recognising it",
    },
  },
  maxWords: 1,
  async run(given, terminal) {
    const [{ checkDialect }, { runExport }] = await Promise.all([
      import("../project/check-dialect.js"),
      import("../project/run-export.js"),
    ]);
    checkDialect(given.text("from"));
    return runExport(given, terminal);
  },
};
