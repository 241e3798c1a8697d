import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { runNode } from "./child.js";
import { installPeers, peerVersion } from "./install-peers.js";
import { installSet } from "./installed-set.js";
import { contestants, loopFolder } from "./loop-contestants.js";
import { median } from "./measure.js";
import { type Block, print, publish } from "./publish.js";

// Compares our tool loop with the official client, the AI SDK and a hand-written loop with fetch. All use the same
// server on loopback, which runs in a separate process. Each contestant runs in its own process, and only the work from
// the question to the answer is measured. A run of some scenarios is printed but not published:
// `npm run bench:loop -- chunks turns:10`.

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const tsx = fileURLToPath(import.meta.resolve("tsx"));
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);

const allScenarios = [
  { id: "turns:10", title: "10 turns, processor", of: "cpu", unit: "ms" },
  { id: "turns:50", title: "50 turns, processor", of: "cpu", unit: "ms" },
  { id: "turns:300", title: "300 turns, processor", of: "cpu", unit: "ms" },
  { id: "turns:300", title: "300 turns, time", of: "wall", unit: "ms" },
  { id: "parallel:8", title: "8 tools of 50 ms", of: "wall", unit: "ms" },
  { id: "parallel:8:streaming", title: "8 tools of 50 ms, streaming", of: "wall", unit: "ms" },
  { id: "chunks:5000", title: "SSE, processor per chunk", of: "cpu", unit: "µs" },
  { id: "first:1", title: "time to first text", of: "wall", unit: "ms" },
  { id: "big:20", title: "one event of 20 MB", of: "wall", unit: "ms" },
] as const;
const wanted = process.argv.slice(2);
const scenarios = allScenarios.filter(
  ({ id }) => wanted.length === 0 || wanted.some((part) => id.startsWith(part)),
);

installPeers(["@google/genai", "ai", "@ai-sdk/google"]);
await installSet(loopFolder, 20);

const server = fork(here("./loop-server.ts"), { execArgv: ["--import", tsx], silent: true });
const url = await new Promise<string>((resolve) =>
  server.stdout!.once("data", (line) => resolve(String(line).trim())),
);

const names = Object.keys(contestants);
const figures = new Map<string, { cpu: number; wall: number }[]>();
for (let round = 0; round < rounds; round += 1) {
  for (const id of new Set(scenarios.map((scenario) => scenario.id))) {
    for (const name of names) {
      const run = await runNode(["--import", tsx, here("./loop-client.ts"), name, url, id]);
      if (run.failure !== undefined) throw new Error(`${name} ${id}: ${run.failure}`);
      const key = `${name} ${id}`;
      const figure = JSON.parse(run.stdout.trim().split("\n").at(-1)!) as { cpu: number; wall: number };
      figures.set(key, [...(figures.get(key) ?? []), figure]);
    }
  }
}
server.kill();

const middle = (name: string, { id, of }: (typeof allScenarios)[number]): number =>
  median(figures.get(`${name} ${id}`)!.map((figure) => figure[of]));
const spread = (name: string, { id, of }: (typeof allScenarios)[number]): number => {
  const values = figures.get(`${name} ${id}`)!.map((figure) => figure[of]);
  return (Math.max(...values) - Math.min(...values)) / 2 / median(values);
};
const formatted = (value: number, unit: "ms" | "µs"): string => {
  const scaled = unit === "µs" ? value * 1_000 : value;
  return `${scaled.toFixed(scaled < 100 ? 1 : 0)} ${unit}`;
};

const versions = `@google/genai ${peerVersion("@google/genai")}, ai ${peerVersion("ai")} with @ai-sdk/google ${peerVersion("@ai-sdk/google")}`;
const blocks: Block[] = [
  `20 tools, one call per turn with a result of 1 KB; ${versions}. ${rounds} rounds.`,
  [
    ["", ...names],
    ...scenarios.map((scenario) => [
      scenario.title,
      ...names.map(
        (name) =>
          `${formatted(middle(name, scenario), scenario.unit)} ±${(spread(name, scenario) * 100).toFixed(0)} %`,
      ),
    ]),
  ],
  "toolpress as a share of each:",
  [
    ["", ...names],
    ...scenarios.map((scenario) => [
      scenario.title,
      ...names.map((name) => (middle("toolpress", scenario) / middle(name, scenario)).toFixed(2)),
    ]),
  ],
];
if (wanted.length === 0) await publish("loop", "The tool loop", blocks);
else print(blocks);
