// Finds the tools of tasks, with our search and with others. `npm run bench:search`. The sets and tasks are described in
// docs/search.md; weights were chosen with the even-numbered tasks.
import { readIndex } from "../runtime/search/read-index.js";
import { searchTools } from "../runtime/search/search-tools.js";
import { withSearch } from "../runtime/search/with-search.js";
import { bindFunction, createToolset } from "../runtime/start/toolset.js";
import { dispatch } from "../runtime/call/dispatch.js";
import type { Toolset } from "../runtime/tool.js";
import { hasCorpus, liveCases, restBenchCases, type SearchCase, storyCases } from "./search/cases.js";
import { aiSdk, type Contestant, miniSearch, toolpress } from "./search/contestants.js";
import { half, score } from "./search/score.js";
import {
  compileDocuments,
  compileLiveServers,
  compileRestBench,
  type SearchSet,
  together,
} from "./search/sets.js";
import { type Block, publish } from "./publish.js";

interface Entry {
  readonly name: string;
  readonly set: SearchSet;
  readonly cases: readonly SearchCase[];
}

const documents = await compileDocuments(["GitHub", "Stripe", "Kubernetes"]);
const [github, stripe] = [documents.get("GitHub")!, documents.get("Stripe")!];
const entries: readonly Entry[] = [
  ...(hasCorpus ? await corpusEntries() : []),
  { name: "GitHub", set: github, cases: storyCases("github", github) },
  { name: "Stripe", set: stripe, cases: storyCases("stripe", stripe) },
];

async function corpusEntries(): Promise<readonly Entry[]> {
  const [tmdb, spotify] = [await compileRestBench("tmdb"), await compileRestBench("spotify")];
  const live = await compileLiveServers();
  const haystack = together([tmdb, spotify, github, stripe]);
  const larger = together([haystack, documents.get("Kubernetes")!]);
  const [films, songs] = [restBenchCases("tmdb", tmdb), restBenchCases("spotify", spotify)];
  return [
    { name: "TMDB", set: tmdb, cases: films },
    { name: "TMDB among others", set: haystack, cases: films },
    { name: "TMDB among more", set: larger, cases: films },
    { name: "Spotify", set: spotify, cases: songs },
    { name: "Spotify among others", set: haystack, cases: songs },
    { name: "Spotify among more", set: larger, cases: songs },
    { name: "LiveMCPBench", set: live, cases: liveCases(live, "question") },
    { name: "LiveMCPBench, by steps", set: live, cases: liveCases(live, "steps") },
  ];
}

const contestants: readonly Contestant[] = [toolpress, await aiSdk(), miniSearch()];
const percent = (value: number): string => value.toFixed(1);

async function recall(which: "even" | "odd"): Promise<readonly (readonly string[])[]> {
  const rows = [["set", "tools", "tasks", "search", "R@5", "R@10", "C@10", "nDCG@10", "ms"]];
  for (const { name, set, cases } of entries)
    for (const contestant of contestants) {
      const judged = half(cases, which);
      const { r5, r10, c10, ndcg10, ms } = await score(judged, contestant.open(set));
      const counts = [String(set.tools.length), String(judged.length)];
      rows.push([name, ...counts, contestant.name, ...[r5, r10, c10, ndcg10].map(percent), ms.toFixed(2)]);
    }
  return rows;
}

/** The set as an agent would use it. Its tools do nothing. */
function toolsetOf(name: string, { tools, lines, groups }: SearchSet): Toolset {
  const bound = tools.map(({ name: tool, description }) =>
    bindFunction(
      {
        name: tool,
        declaration: { name: tool, description },
        policy: {},
        checks: () => ({ parse: (value) => ({ ok: true, value }) }),
      },
      () => ({}),
    ),
  );
  const grouped = Object.fromEntries(groups.map((group) => [group, tools.map(({ name: tool }) => tool)]));
  return withSearch(createToolset({ name, tools: bound, groups: grouped }), { lines });
}

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

async function costs(): Promise<readonly (readonly string[])[]> {
  const head = [
    "set",
    "all declarations",
    "with search",
    "largest result",
    "first search",
    "JSON.parse",
    "later",
  ];
  const rows = [head];
  for (const [name, set] of documents) {
    const tools = toolsetOf(name, set);
    const prefix = [...tools.tools.values()].map(({ entry }) => entry.declaration);
    const queries = entries
      .find((entry) => entry.name === name)
      ?.cases.flatMap(({ queries: all }) => all) ?? [
      "list pods",
      "delete a deployment",
      "create a namespace",
    ];
    let largest = 0;
    for (let at = 0; at < queries.length; at += 5) {
      const args = { queries: queries.slice(at, at + 5) };
      const { response } = await dispatch(tools, { name: "search_tools", args });
      largest = Math.max(largest, bytesOf(response["result"]));
    }
    const text = JSON.stringify(set.lines);
    const parse = median(() => void JSON.parse(text), 20);
    // A copy of the lines is inverted again.
    const first = median(() => void readIndex([...set.lines]));
    const later = median(() => void searchTools(tools, [queries[0]!]), 20);
    rows.push([
      name,
      ...[set.tokens, bytesOf(prefix) / 4, largest / 4].map((tokens) => `${Math.ceil(tokens)} tokens`),
      ...[first, later].map((time) => `${time.toFixed(1)} ms (${(time / parse).toFixed(1)}×)`),
      `${parse.toFixed(2)} ms`,
    ]);
  }
  return rows;
}

/** Milliseconds of processor time, so that other programs on the machine do not count. The median of several rounds. */
function median(work: () => void, times = 1): number {
  const rounds = Array.from({ length: 9 }, () => {
    const before = process.cpuUsage();
    for (let at = 0; at < times; at += 1) work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / times;
  });
  return rounds.sort((a, b) => a - b)[4]!;
}

const blocks: readonly Block[] = [
  "Odd-numbered tasks, which no weight was chosen with. R: the share of needed tools among the first; C: tasks with all of them.",
  await recall("odd"),
  "Even-numbered tasks, with which the weights were chosen.",
  await recall("even"),
  "Costs. A token is about four bytes. Times are processor time; a first search inverts the index, and `JSON.parse` of its lines is 1×.",
  await costs(),
];
await publish("search", "Search", blocks);
