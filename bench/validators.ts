import { fileURLToPath } from "node:url";
import { runNode } from "./child.js";
import { installPeers } from "./install-peers.js";
import { median, type Timing } from "./measure.js";
import { publish } from "./publish.js";
import { cases } from "./validator-cases.js";

// Compares generated checks with other validators of JSON. A time includes making the issues of an invalid value, but
// not printing them. Each case runs in several processes, because the engine optimises a function differently in each
// process.

const tsx = fileURLToPath(import.meta.resolve("tsx"));
const client = fileURLToPath(new URL("./validator-client.ts", import.meta.url));
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
installPeers(["@sinclair/typebox", "valibot"]);

const kinds = ["valid", "invalid"] as const;
const figures = cases.flatMap(({ name }) => kinds.map((kind) => ({ name, kind, runs: [] as Timing[][] })));
for (let round = 0; round < rounds; round += 1) {
  for (const { name, kind, runs } of figures) {
    const { stdout, failure } = await runNode(["--import", tsx, client, name, kind]);
    if (failure !== undefined) throw new Error(`${name} ${kind}: ${failure}`);
    runs.push(JSON.parse(stdout) as Timing[]);
  }
}

const names = figures[0]!.runs[0]!.map(({ name }) => name);
/** Returns the times of one contestant in each process. */
const timesOf = ({ runs }: (typeof figures)[number], column: number): number[] =>
  runs.map((timings) => timings[column]!.median);
const ratios = figures.map((figure) => ({
  ...figure,
  // A share is computed within one process, because a slow process affects all contestants.
  shares: names.map((_, column) => {
    const theirs = timesOf(figure, column);
    return median(timesOf(figure, 0).map((ns, run) => ns / theirs[run]!));
  }),
}));

function cell(times: readonly number[]): string {
  const spread = (Math.max(...times) - Math.min(...times)) / 2 / median(times);
  return `${median(times).toFixed(0)} ±${(spread * 100).toFixed(0)} %`;
}

function summary(wanted: "valid" | "invalid"): string[] {
  const rows = ratios.filter(({ kind }) => kind === wanted);
  return [
    `median ${wanted}`,
    ...names.map((_, column) => median(rows.map(({ shares }) => shares[column]!)).toFixed(2)),
  ];
}

await publish("validators", "Validating arguments", [
  `Nanoseconds for one value, issues included; the median of ${rounds} processes.`,
  [
    ["ns", ...names],
    ...figures.map((figure) => [
      `${figure.name} ${figure.kind}`,
      ...names.map((_, column) => cell(timesOf(figure, column))),
    ]),
  ],
  "toolpress as a share of the time of each:",
  [
    ["", ...names],
    ...ratios.map(({ name, kind, shares }) => [
      `${name} ${kind}`,
      ...shares.map((share) => share.toFixed(2)),
    ]),
    ...kinds.map(summary),
  ],
]);
