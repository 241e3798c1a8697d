import { readFileSync } from "node:fs";
import { corpusText } from "./cases.js";
import { generate } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";
import { benchDocuments } from "../documents.js";

/** A compiled set, as the contestants read it. */
export interface SearchSet {
  /** The lines of `search.txt`. */
  readonly lines: readonly string[];
  readonly groups: readonly string[];
  readonly tools: readonly SearchedTool[];
  /** The estimated tokens of all declarations. */
  readonly tokens: number;
}

export interface SearchedTool {
  readonly name: string;
  /** The operationId, or the name in the source. */
  readonly source: string;
  /** `GET /path`, for an operation. */
  readonly call: string;
  readonly description: string;
}

const limits = { yamlBytes: 1e9, yamlTokens: 1e9, jsonBytes: 1e9, depth: 1e4, aliasedNodes: 1e9 };

/** Compiles a document with `search: true`. `describe` returns the text of the document about a tool. */
async function compileSet(
  path: string,
  text: string,
  describe: (tool: Omit<SearchedTool, "description">) => string,
): Promise<SearchSet> {
  const specs = [{ path, text, settings: { search: true } }];
  const inputs = { specs, load: () => undefined, out: "generated", limits, dry: true };
  const { sets, diagnostics } = await generate(inputs, { file: () => undefined }, defaultOptions);
  const [set] = sets;
  if (set?.search === undefined) throw new Error(`${path}: ${diagnostics[0]?.message ?? "no set"}`);
  return {
    lines: set.search.lines,
    groups: [...set.search.groups.keys()],
    tools: set.lock.tools.map(({ name, source, binding }) => {
      const tool = { name, source, call: binding.kind === "http" ? `${binding.method} ${binding.path}` : "" };
      return { ...tool, description: describe(tool) };
    }),
    tokens: set.lock.tools.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

interface Described {
  readonly summary?: string;
  readonly description?: string;
}

function compileOpenApi(name: string, text: string): Promise<SearchSet> {
  const { paths } = JSON.parse(text) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  return compileSet(`${name}.openapi.json`, text, ({ call }) => {
    const [method = "", path = ""] = call.split(" ");
    const { summary = "", description = "" } = paths[path]?.[method.toLowerCase()] ?? {};
    return `${summary}. ${description}`;
  });
}

/** The set of RestBench with this name. */
export function compileRestBench(name: "tmdb" | "spotify"): Promise<SearchSet> {
  return compileOpenApi(name, corpusText(`restbench-${name}_oas.json`));
}

/** The documents of `bench/documents.ts` with these names. */
export async function compileDocuments(names: readonly string[]): Promise<ReadonlyMap<string, SearchSet>> {
  const found = new Map<string, SearchSet>();
  for (const { name, path } of benchDocuments())
    if (names.includes(name))
      found.set(name, await compileOpenApi(name.toLowerCase(), readFileSync(path, "utf8")));
  return found;
}

interface LiveTool {
  readonly name: string;
  readonly description?: string;
}

interface LiveServer {
  readonly tools: Readonly<Record<string, { readonly tools: readonly LiveTool[] }>>;
}

/** The servers of LiveMCPBench, each a set of its own, in one. Tools of two servers with one name get different names. */
export async function compileLiveServers(): Promise<SearchSet> {
  const servers = JSON.parse(corpusText("livemcpbench-tools.json")) as readonly LiveServer[];
  const sets: SearchSet[] = [];
  for (const [name, { tools }] of servers.flatMap((server) => Object.entries(server.tools))) {
    const listed = tools.map((tool) => ({ ...tool, annotations: undefined }));
    const described = new Map(tools.map((tool) => [tool.name, tool.description ?? ""]));
    const path = `${name.replace(/[^\w-]+/g, "-")}.mcp.json`;
    sets.push(
      await compileSet(path, JSON.stringify({ tools: listed }), ({ source }) => described.get(source) ?? ""),
    );
  }
  return together(sets);
}

/** Several sets as one. */
export function together(sets: readonly SearchSet[]): SearchSet {
  const taken = new Set<string>();
  const parts = sets.map(({ lines, tools }) => {
    const names = tools.map(({ name }) => {
      let free = name;
      while (taken.has(free)) free += "_";
      taken.add(free);
      return free;
    });
    return {
      lines: lines.map((line, at) => [names[at], ...line.split("\t").slice(1)].join("\t")),
      tools: tools.map((tool, at) => ({ ...tool, name: names[at]! })),
    };
  });
  return {
    lines: parts.flatMap(({ lines }) => lines),
    tools: parts.flatMap(({ tools }) => tools),
    groups: sets.flatMap(({ groups }) => groups),
    tokens: sets.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}
