import { exportTargets } from "../../export/index.js";
import { type Command } from "./command.js";

/** `toolpress export --to mcp spec.tools.yaml`. */
export const exportTools: Command = {
  name: "export",
  summary: "writes the tools of a spec for another system",
  usage: "--to <system> <spec> [flags]",
  details: `Writes the tools of a spec as another system wants them: names, descriptions and argument schemas, and
whatever else the system has a word for. What it cannot carry is reported.`,
  examples: [
    ["toolpress export --to mcp specs/weather.tools.yaml", "the answer to tools/list"],
    ["toolpress export --to openai specs/weather.tools.yaml --out tools.json", "for chat completions"],
  ],
  flags: {
    to: {
      type: "string",
      choices: Object.keys(exportTargets),
      summary: "the system to write for",
    },
    out: { type: "string", value: "file", summary: "file to write instead of printing" },
    set: { type: "string", value: "name", summary: "which set, where a spec gives several" },
    from: {
      type: "string",
      value: "dialect",
      summary: "name the dialect of the spec instead of recognising it",
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
