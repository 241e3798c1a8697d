import { type Command, exitCodes } from "./command.js";
import { specFlags } from "./spec-flags.js";

/** The command `toolpress stats`. */
export const stats: Command = {
  name: "stats",
  summary: "prints the cost of each tool: bytes, estimated tokens, depth, and rewrites",
  usage: "[spec...] [flags]",
  details: `Prints a table of all tools: the size of the declaration that is sent with every request, an
estimate of its tokens, the depth of its schema, and the rewrites for Gemini. For a set with
\`search\`, also the tools that each tool needs, and the cost with and without the search.`,
  examples: [
    ["toolpress stats", "all specs"],
    ["toolpress stats --format json", "for a script"],
  ],
  flags: {
    format: { type: "string", choices: ["text", "json"], summary: "a table, or JSON (default: text)" },
    from: specFlags.from,
    include: specFlags.include,
    all: specFlags.all,
  },
  maxWords: Infinity,
  async run(given, terminal) {
    const [
      { checkDialect },
      { runGen },
      { searchStatsOf, showStats, statsOf },
      { renderJson, renderText },
      { paletteFor },
    ] = await Promise.all([
      import("../project/check-dialect.js"),
      import("../project/run-gen.js"),
      import("../project/show-stats.js"),
      import("../../diagnostics/render.js"),
      import("../terminal/colour.js"),
    ]);
    checkDialect(given.text("from"));
    const { stdout, stderr, env } = terminal;
    const outcome = await runGen(given, terminal, "dry");
    const errors = outcome.diagnostics.filter(({ severity }) => severity === "error");
    stderr.write(renderText(errors, { palette: paletteFor(stderr, env) }));
    const sets = outcome.sets.map(({ set }) => set);
    const table = statsOf(sets);
    stdout.write(
      given.text("format") === "json"
        ? renderJson(table)
        : showStats(table, paletteFor(stdout, env), searchStatsOf(sets)),
    );
    return errors.length > 0 ? exitCodes.problems : exitCodes.ok;
  },
};
