import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { corpus } from "../helpers/corpora.js";
import { Random } from "../validators/random.js";
import { compileTools, type CompiledTool } from "./refuse.js";

// Tools that people wrote for models. If a call of a tool was recorded, the call is included.

export interface RealTool extends CompiledTool {
  /** `bfcl`, or the name of the server that has the tool. */
  readonly from: string;
  readonly recorded?: Readonly<Record<string, unknown>> | undefined;
}

interface Server {
  readonly from: string;
  readonly document: unknown;
}

/** Returns the tools of all corpora in a random order, or undefined if a corpus is missing. */
export function realTools(seed: number): readonly RealTool[] | undefined {
  const folders = ["bfcl", "mcp", "openai", "gemini", "tool-search"].map(corpus);
  if (!folders.every((folder) => folder !== undefined)) return undefined;
  const [bfcl, mcp, openai, gemini, search] = folders as [string, string, string, string, string];
  const servers = [...mcpServers(mcp), ...searchServers(search), tau(openai), geminiCli(gemini)];
  const random = new Random(seed);
  const tools = [
    ...bfclTools(bfcl, random),
    ...servers.flatMap(({ from, document }) => compileTools(document).map((one) => ({ ...one, from }))),
  ];
  return tools
    .map((tool) => ({ tool, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ tool }) => tool);
}

function read(...path: string[]): unknown {
  return JSON.parse(readFileSync(join(...path), "utf8"));
}

function linesOf<T>(...path: string[]): readonly T[] {
  const text = readFileSync(join(...path), "utf8").trim();
  return text.split("\n").map((line) => JSON.parse(line) as T);
}

/** Returns some of the functions. All of them would take a minute. */
function bfclTools(folder: string, random: Random): readonly RealTool[] {
  interface Question {
    readonly id: string;
    readonly function: readonly { readonly name: string }[];
  }
  const calls = linesOf<{ id: string; name: string; args: Record<string, unknown> }>(folder, "calls.jsonl");
  const questions = ["simple_python.jsonl", "multiple.jsonl"].flatMap((file) =>
    linesOf<Question>(folder, file),
  );
  return questions
    .filter(() => random.chance(0.2))
    .flatMap(({ id, function: functions }) =>
      compileTools({ functions }).map((one) => {
        const call = calls.find((other) => other.id === id && other.name === one.tool.sourceName);
        return { ...one, from: "bfcl", recorded: call?.args };
      }),
    );
}

function mcpServers(folder: string): readonly Server[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => ({
      from: file.replace(/^modelcontextprotocol__server-|@.*$/g, ""),
      document: read(folder, file),
    }));
}

function searchServers(folder: string): readonly Server[] {
  interface Listed {
    readonly tools: Readonly<Record<string, { readonly tools?: readonly unknown[] }>>;
  }
  return (read(folder, "livemcpbench-tools.json") as readonly Listed[]).flatMap(({ tools }) =>
    Object.entries(tools).map(([from, server]) => ({ from, document: { tools: server.tools ?? [] } })),
  );
}

function tau(folder: string): Server {
  return { from: "tau", document: read(folder, "tau-airline.json") };
}

function geminiCli(folder: string): Server {
  const listed = read(folder, "gemini-cli.json") as readonly { declaration: { name: string } }[];
  const byName = new Map(listed.map(({ declaration }) => [declaration.name, declaration]));
  return { from: "gemini-cli", document: { functionDeclarations: [...byName.values()] } };
}
