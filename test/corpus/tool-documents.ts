import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

// Documents with tools of other people, in the form that the corpora contain.

/** One document in another dialect. */
export interface ToolDocument {
  readonly path: string;
  readonly text: string;
  /** The number of tools in the document. */
  readonly tools: number;
}

export interface Corpus {
  readonly name: string;
  readonly documents: readonly ToolDocument[];
}

/** Returns the corpora in a folder that contain tools. Missing corpora are left out. */
export function readCorpora(find: (name: string) => string | undefined): readonly Corpus[] {
  return Object.entries(readers).flatMap(([name, read]) => {
    const folder = find(name.split(" ")[0] as string);
    return folder === undefined ? [] : [{ name, documents: read(folder) }];
  });
}

const readers: Readonly<Record<string, (folder: string) => readonly ToolDocument[]>> = {
  mcp: (folder) => jsonFiles(folder).map((file) => document(file, read(file), listed(read(file)))),
  openai: (folder) => [completeFile(join(folder, "tau-airline.json"))],
  "amazon-q": (folder) => [indexed(join(folder, "tool_index.json"))],
  gemini: (folder) => ["cookbook.json", "gemini-cli.json"].map((name) => declarationsOf(join(folder, name))),
  bfcl: (folder) => bfclFiles(folder).map((file) => functionsOf(file)),
  "tool-search livemcpbench": (folder) => serversOf(join(folder, "livemcpbench-tools.json")),
};

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

function document(path: string, value: unknown, tools: number): ToolDocument {
  return { path: basename(path).replaceAll("@", "-"), text: JSON.stringify(value), tools };
}

function jsonFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(folder, name));
}

/**
 * Counts the tools of a list, of declarations inside of tools, or of an object that contains one of these.
 */
function listed(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + toolsIn(one), 0);
  const { tools, functionDeclarations, function_declarations: others } = value as Record<string, unknown>;
  return listed(tools ?? functionDeclarations ?? others ?? []);
}

function toolsIn(entry: unknown): number {
  const { functionDeclarations, function_declarations: others } = entry as Record<string, unknown>;
  const inner = functionDeclarations ?? others;
  return Array.isArray(inner) ? inner.length : 1;
}

function completeFile(file: string): ToolDocument {
  const value = read(file);
  return document(file, value, listed(value));
}

/** Returns the declarations of a file under unique names. */
function declarationsOf(file: string): ToolDocument {
  const entries = read(file) as readonly { readonly declaration: object }[];
  const declarations = entries.map(({ declaration }, index) => ({ ...declaration, name: `f${index}` }));
  return document(file, [{ functionDeclarations: declarations }], declarations.length);
}

/** The tool index of Amazon Q is a mapping. Its entry `dummy` is internal to Amazon Q and does not count. */
function indexed(file: string): ToolDocument {
  const value = read(file) as Record<string, unknown>;
  return document(file, value, Object.keys(value).filter((name) => name !== "dummy").length);
}

function bfclFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl") && name !== "calls.jsonl")
    .map((name) => join(folder, name));
}

/**
 * Returns the functions of a file under unique names, because one name may belong to different functions in
 * different lines.
 */
function functionsOf(file: string): ToolDocument {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const functions = lines.flatMap((line) => (JSON.parse(line) as { function: readonly object[] }).function);
  const renamed = functions.map((one, index) => ({ ...one, name: `f${index}` }));
  return document(`${basename(file, ".jsonl")}.json`, { functions: renamed }, functions.length);
}

interface Server {
  readonly tools: Readonly<Record<string, { readonly tools: readonly unknown[] }>>;
}

function serversOf(file: string): readonly ToolDocument[] {
  return (read(file) as readonly Server[]).flatMap((server) =>
    Object.entries(server.tools).map(([name, { tools }]) =>
      document(`${name}.json`, { tools }, tools.length),
    ),
  );
}
