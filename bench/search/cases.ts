import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { SearchSet } from "./sets.js";

/** A task with the tools that solve it. */
export interface SearchCase {
  /** One query, or one for each step. */
  readonly queries: readonly string[];
  /** For each needed tool the names that do the same. */
  readonly gold: readonly (readonly string[])[];
}

const corpus = fileURLToPath(new URL("../../../shared/corpora/tool-search/", import.meta.url));

export const hasCorpus = existsSync(corpus);

export function corpusText(file: string): string {
  return readFileSync(corpus + file, "utf8");
}

/** Typing errors in the solutions of RestBench. */
const corrected: Readonly<Record<string, string>> = {
  "GET /person/{movie_id}": "GET /person/{person_id}",
  "GET /person/{movie_id}/movie_credits": "GET /person/{person_id}/movie_credits",
  "GET /track/{id}": "GET /tracks/{id}",
};

export function restBenchCases(name: "tmdb" | "spotify", { tools }: SearchSet): readonly SearchCase[] {
  const tasks = JSON.parse(corpusText(`restbench-${name}.json`)) as { query: string; solution: string[] }[];
  const byCall = new Map(tools.map((tool) => [tool.call, tool.name]));
  return tasks.map(({ query, solution }) => {
    const calls = solution.map((written) => {
      const call = written.trim().replace(/\s+/g, " ");
      return corrected[call] ?? call;
    });
    return { queries: [query], gold: [...new Set(calls)].map((call) => [nameOf(byCall, call)]) };
  });
}

interface LiveTask {
  readonly Question: string;
  readonly "Annotator Metadata": { readonly Steps: string; readonly Tools: string };
}

/** The tasks of LiveMCPBench: the question as the query, or the steps of its annotators. Some name no tool of the list. */
export function liveCases({ tools }: SearchSet, form: "question" | "steps"): readonly SearchCase[] {
  const tasks = JSON.parse(corpusText("livemcpbench-annotations.json")) as readonly LiveTask[];
  const bySource = groupBySource(tools);
  return tasks.flatMap(({ Question, "Annotator Metadata": { Steps, Tools } }) => {
    const gold = [...new Set(listed(Tools))].flatMap((source) => {
      const same = bySource.get(source)?.map(({ name }) => name);
      return same === undefined ? [] : [same];
    });
    return gold.length === 0 ? [] : [{ queries: form === "steps" ? listed(Steps) : [Question], gold }];
  });
}

function groupBySource(tools: SearchSet["tools"]): Map<string, SearchSet["tools"][number][]> {
  const groups = new Map<string, SearchSet["tools"][number][]>();
  for (const tool of tools) groups.set(tool.source, [...(groups.get(tool.source) ?? []), tool]);
  return groups;
}

/** The lines of a numbered list. */
function listed(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/^\s*\d+[.)]\s*/, "").trim())
    .filter((line) => line !== "");
}

/** Our own queries: user stories with the operations that serve them. */
export function storyCases(name: "github" | "stripe", { tools }: SearchSet): readonly SearchCase[] {
  const file = new URL(`${name}-queries.json`, import.meta.url);
  const stories = JSON.parse(readFileSync(file, "utf8")) as { query: string; operations: string[][] }[];
  const bySource = new Map(tools.map((tool) => [tool.source, tool.name]));
  return stories.map(({ query, operations }) => ({
    queries: [query],
    gold: operations.map((same) => same.map((operation) => nameOf(bySource, operation))),
  }));
}

function nameOf(names: ReadonlyMap<string, string>, key: string): string {
  const name = names.get(key);
  if (name === undefined) throw new Error(`no tool for ${key}`);
  return name;
}
