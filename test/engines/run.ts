import { parseArgs } from "node:util";
import { chaos, type ChaosReport } from "./chaos.js";
import { removeClusters, startDbos } from "./dbos.js";
import { measureInterrupted, startCloudflare } from "./cloudflare.js";
import { exampleNames, tryExample, typeErrors } from "./examples.js";
import { fillProject, install, removeProject, versions } from "./install.js";
import { phases } from "./ledger.js";
import { measureDeadline, measureScale } from "./measures.js";
import { startRestate } from "./restate.js";
import { startTemporal } from "./temporal.js";

// `npm run test:engines`: the scenarios on real engines whose processes are killed.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "3600" },
    seed: { type: "string", default: "20261119" },
    kills: { type: "string" },
    "keep-packages": { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);
const seconds = Number(values.seconds);

const plans = {
  restate: {
    ...{
      start: startRestate,
      kills: 200,
      runs: 300,
      engineShare: 0.2,
      pauseMs: [300, 1200] as const,
      concurrency: 10,
    },
    ...{ deadlineRuns: 5, scaleRuns: 200 },
  },
  dbos: {
    ...{
      start: startDbos,
      kills: 100,
      runs: 200,
      engineShare: 0.2,
      pauseMs: [1200, 2600] as const,
      concurrency: 10,
    },
    ...{ deadlineRuns: 5, scaleRuns: 200 },
  },
  temporal: {
    ...{
      start: startTemporal,
      kills: 20,
      runs: 40,
      engineShare: 0,
      pauseMs: [500, 1500] as const,
      concurrency: 5,
    },
    ...{ deadlineRuns: 5, scaleRuns: 0 },
  },
  cloudflare: {
    ...{
      start: startCloudflare,
      kills: 0,
      runs: 30,
      engineShare: 0,
      pauseMs: [500, 1500] as const,
      concurrency: 5,
    },
    ...{ deadlineRuns: 5, scaleRuns: 0 },
  },
} as const;

function print({ title, kills, runs, problems, ...counts }: ChaosReport): boolean {
  const hits = phases.map((phase) => `${phase} ${kills.filter((kill) => kill.phase === phase).length}`);
  const engineKills = kills.filter(({ victim }) => victim === "engine").length;
  const longest = Math.max(0, ...kills.map(({ recoveryMs }) => recoveryMs));
  console.log(`\n${title}, seed ${seed}`);
  console.log(
    `kills: ${kills.length - engineKills} of the service, ${engineKills} of the engine (${hits.join(", ")})`,
  );
  console.log(
    `runs: ${runs}; executions of tools: ${counts.executions}; tools started again: ${counts.repeated}`,
  );
  console.log(`tools finished twice: ${counts.finishedTwice}, at most ${counts.lostAfterMs} ms from a kill`);
  console.log(`requests repeated: ${counts.requestsRepeated}`);
  console.log(`longest recovery: ${longest} ms`);
  if (counts.conclusion !== undefined) console.log(counts.conclusion);
  const kinds = Object.entries(problems);
  if (kinds.length === 0) console.log("problems: 0");
  for (const [kind, found] of kinds) console.log(`${kind}: ${found.length}\n${found.slice(0, 5).join("\n")}`);
  return kinds.length === 0;
}

const engines = Object.entries(plans).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);
let isGood = true;
const note = ([line, isHeld]: [line: string, isHeld: boolean]): void => {
  console.log(isHeld ? line : `NOT HELD: ${line}`);
  isGood &&= isHeld;
};

if (values["keep-packages"]) fillProject();
else install();
console.log(versions);
try {
  const errors = typeErrors();
  note([errors === "" ? "The examples and services have no type errors." : errors, errors === ""]);
  for (const name of exampleNames)
    if (engines.some(([engine]) => engine === name)) note(await tryExample(name));
  for (const [name, { scaleRuns, deadlineRuns, ...plan }] of engines) {
    const kills = values.kills === undefined ? plan.kills : Number(values.kills);
    if (deadlineRuns > 0) note(await measureDeadline(plan.start, deadlineRuns));
    if (name === "restate" || name === "dbos") note(await measureScale(plans[name].start, scaleRuns, seed));
    if (name === "cloudflare") console.log(await measureInterrupted(10));
    isGood = print(await chaos({ ...plan, seed, seconds, kills })) && isGood;
  }
} finally {
  removeProject();
  removeClusters();
}
process.exitCode = isGood ? 0 : 1;
