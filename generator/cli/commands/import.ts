import { type Command } from "./command.js";

/** The command `toolpress import tools.json`. */
export const importTools: Command = {
  name: "import",
  summary:
    "writes a spec from tools in another dialect, a Python or TypeScript file, or a running MCP server",
  usage: "<file> | mcp:<command or URL> | snakepit:<adapter> [flags]",
  details: `Reads the tools of another system's file (MCP, OpenAI, Anthropic, Bedrock, Amazon Q, Gemini, ...), the
functions of a .py or .ts file, or the tools of a running server, and writes them as a toolpress spec,
which you then maintain. The dialect is recognised by the content. Information that a toolpress spec
cannot express is reported, and noted at the top of the spec. A bad tool is reported and left out; the
others are not affected.`,
  examples: [
    ["toolpress import tools.json", "writes specs/tools.tools.yaml"],
    ["toolpress import list.json --from mcp --remote files", "tools that an MCP server runs"],
    ["toolpress import analytics.py", "Python functions, which Python runs"],
    ['toolpress import "mcp:npx -y some-server" --remote docs', "the tools of a running MCP server"],
    ["toolpress import tools.json --out -", "prints the spec instead of writing it"],
  ],
  flags: {
    from: { type: "string", value: "dialect", summary: "set the dialect instead of recognising it" },
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
      summary: "an environment variable that the Python file or the server needs; may be repeated",
    },
    merge: {
      type: "boolean",
      summary: "complete an existing spec: its text stays, new tools and fields are added",
    },
    force: { type: "boolean", summary: "replace an existing spec" },
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
