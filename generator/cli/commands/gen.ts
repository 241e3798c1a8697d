import { readBuildId } from "../../base/package-files.js";
import { readRun } from "../cache/read-run.js";
import { showCachedRun } from "../project/show-cached-run.js";
import { type Command, exitCodes, UsageError } from "./command.js";
import { specFlags } from "./spec-flags.js";

const formats = ["text", "json", "github"] as const;

/** The command `toolpress gen`. `--check` is used in CI, and `--watch` during development. */
export const gen: Command = {
  name: "gen",
  summary: "compiles specs into declarations, types, validators and a dispatch table",
  usage: "[spec...] [flags]",
  details: `Compiles every spec in specs/ into one folder each in generated/, or only the specs (and
folders of specs) in the arguments. Unchanged files are not written. If a spec has an error,
its existing output stays unchanged.

A spec is a *.tools.yaml file, an OpenAPI document, or a list of tools in the format of MCP,
OpenAI, Anthropic, Bedrock and others. The format is detected from the content.

All operations of an OpenAPI document are compiled if they fit the budget (20 tools and 12000 tokens,
unless the config changes it). Of a larger document, select operations: toolpress operations finds them.

A check renders all files and compares them with those on disk. It uses neither the cache nor the
hashes of the lock, follows no links, and reports files that toolpress did not write.

Settings are read from toolpress.config.yaml (or .json, .ts) in the current folder, if any.
Exit code: 0 success, 1 problems in a spec or outdated output, 2 wrong usage, 70 a bug in toolpress.`,
  examples: [
    ["toolpress gen", "specs/ into generated/"],
    ["toolpress gen openapi.json", "an OpenAPI document that fits the budget"],
    ["toolpress gen openapi.json --include tag:orders", "a part of one"],
    ["toolpress gen --check", "in CI: does generated/ match specs/?"],
    ["toolpress gen --watch", "runs again on every change of a spec"],
  ],
  flags: {
    out: {
      type: "string",
      short: "o",
      value: "folder",
      summary: "folder of generated code (default: generated)",
    },
    check: { type: "boolean", summary: "write nothing; fail and print a diff if output is not up to date" },
    force: {
      type: "boolean",
      summary: "render every file again; use neither the cache nor the hashes of the lock",
    },
    watch: {
      type: "boolean",
      short: "w",
      summary: "run again when a spec, or a file that it refers to, changes",
    },
    format: { type: "string", choices: formats, summary: "format of problems (default: text)" },
    stubs: {
      type: "string",
      value: "folder",
      summary: "also write stubs for handlers that have no file there yet",
    },
    ...specFlags,
  },
  maxWords: Infinity,
  async run(given, terminal) {
    if (given.has("check") && given.has("watch"))
      throw new UsageError(
        "--check and --watch cannot be combined",
        "--check looks once and writes nothing.",
      );
    if (given.has("check") && given.has("force"))
      throw new UsageError("--check and --force cannot be combined", "--check renders everything anyway.");
    const build = readBuildId();
    const known = build === undefined || given.has("watch") ? undefined : readRun(given, terminal.cwd, build);
    if (known !== undefined) return showCachedRun(known, given, terminal);
    if (given.has("from")) {
      const { checkDialect } = await import("../project/check-dialect.js");
      checkDialect(given.text("from"));
    }
    if (given.has("watch")) {
      const { watchGen } = await import("../project/watch.js");
      await watchGen(given, terminal);
      return exitCodes.ok;
    }
    const { genOnce } = await import("../project/run-gen.js");
    const { exitCode } = await genOnce(given, terminal);
    return exitCode;
  },
};
