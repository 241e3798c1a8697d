import { type Command } from "./command.js";

/** `toolpress import tools.json`. */
export const importTools: Command = {
  name: "import",
  summary:
    "writes a spec from tools in another dialect, a Python or TypeScript file, or a running MCP server",
  usage: "<file> | mcp:<command or URL> | snakepit:<adapter> [flags]",
  details: `Reads tools that are written down for another system (MCP, OpenAI, Anthropic, Bedrock, Amazon Q,
Gemini, ...), the functions of a .py or .ts file, or what a running server offers, and writes them as a
spec of ours, for a team to take over. The dialect is recognised by the content. What it says and a spec
cannot is reported, and noted at the top of the spec. One bad tool is reported and left out; the others
are not affected.`,
  examples: [
    ["toolpress import tools.json", "writes specs/tools.tools.yaml"],
    ["toolpress import list.json --from mcp --remote files", "tools that an MCP server runs"],
    ["toolpress import analytics.py", "Python functions, which Python runs"],
    ['toolpress import "mcp:npx -y some-server" --remote docs', "what a running MCP server offers"],
    ["toolpress import tools.json --out -", "shows the spec instead of writing it"],
  ],
  flags: {
    from: { type: "string", value: "dialect", summary: "name the dialect instead of recognising it" },
    out: {
      type: "string",
      value: "file",
      summary: "spec to write, a folder, or - (default: specs/<name>.tools.yaml)",
    },
    remote: {
      type: "string",
      value: "name",
      summary: "the remote that runs the tools, for MCP and snakepit",
    },
    env: {
      type: "string",
      value: "name",
      repeats: true,
      summary: "a variable of the environment that the Python file or the server needs; may be repeated",
    },
    merge: {
      type: "boolean",
      summary: "complete a spec that exists: what it says stays, what is new is added",
    },
    force: { type: "boolean", summary: "replace a spec that exists" },
  },
  maxWords: 1,
  async run(given, terminal) {
    const [{ checkDialect }, { runImport }] = await Promise.all([
      import("../project/check-dialect.js"),
      import("../project/run-import.js"),
    ]);
    checkDialect(given.text("from"));
    return runImport(given, terminal);
  },
};
