import { readBuildId } from "../../base/package-files.js";
import { readRun } from "../cache/read-run.js";
import { showCachedRun } from "../project/show-cached-run.js";
import { type Command, exitCodes, UsageError } from "./command.js";
import { specFlags } from "./spec-flags.js";

const formats = ["text", "json", "github"] as const;

/** `toolpress gen`: the build step, `--check` for CI, `--watch` for the desk. */
export const gen: Command = {
  name: "gen",
  summary: "compiles specs into declarations, types, validators and a dispatch table",
  usage: "[spec...] [flags]",
  details: `Compiles every spec in specs/ into one folder each in generated/, or only the specs (and
folders of specs) that are named. Files that would not change are not touched. With an error
in a spec, what was generated from it before stays as it is.

A spec is a *.tools.yaml of ours, an OpenAPI document, or a list of tools as MCP, OpenAI,
Anthropic, Bedrock and others write them; which one it is, is told by its content.

An OpenAPI document is taken as a whole while it fits the budget (20 tools, 12000 tokens, unless
the config says otherwise). Of a larger one, select operations: toolpress operations finds them.

A check renders everything and compares it with what is there. It believes neither the lock nor
the cache, follows no links, and reports files that toolpress did not write.

Settings are read from toolpress.config.yaml (or .json, .ts) in the current folder, if any.
Exit code: 0 fine, 1 problems in a spec or drift, 2 wrong usage, 70 a bug in toolpress.`,
  examples: [
    ["toolpress gen", "specs/ into generated/"],
    ["toolpress gen openapi.json", "an OpenAPI document that fits the budget"],
    ["toolpress gen openapi.json --include tag:orders", "a part of one"],
    ["toolpress gen --check", "in CI: is generated/ what specs/ says?"],
    ["toolpress gen --watch", "again on every change of a spec"],
  ],
  flags: {
    out: {
      type: "string",
      short: "o",
      value: "folder",
      summary: "where generated code goes (default: generated)",
    },
    check: { type: "boolean", summary: "write nothing; fail and show a diff where output is not up to date" },
    force: {
      type: "boolean",
      summary: "render every file again; trust neither the cache nor the hashes of the lock",
    },
    watch: {
      type: "boolean",
      short: "w",
      summary: "run again whenever a spec, or a file it refers to, changes",
    },
    format: { type: "string", choices: formats, summary: "how problems are printed (default: text)" },
    stubs: {
      type: "string",
      value: "folder",
      summary: "also write a start for handlers that have none there yet",
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
    const { genOnce } = await import("../project/gen-once.js");
    const { exitCode } = await genOnce(given, terminal);
    return exitCode;
  },
};
