import { parseArgs } from "node:util";
import { chaos } from "./chaos.js";
import { removeClusters, startDbos } from "./dbos.js";
import { measureInterrupted, startCloudflare } from "./cloudflare.js";
import { exampleNames, tryExample, typeErrors } from "./examples.js";
import { fillProject, install, removeProject, versions } from "./install.js";
import { measureDeadline, measureScale } from "./measures.js";
import { foundProblems, missedBars, tableOf, type ChaosReport, type Measured } from "./report.js";
import { startRestate } from "./restate.js";
import { startTemporal } from "./temporal.js";

// `npm run test:engines`: the scenarios on real engines whose processes are killed.

/** The time that a complete measurement of an engine may take. */
const COMPLETE_SECONDS = 3600;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: String(COMPLETE_SECONDS) },
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
    ...{ deadlineRuns: 5, killsPerPhase: 10, scaleRuns: 200 },
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
    ...{ deadlineRuns: 5, killsPerPhase: 10, scaleRuns: 200 },
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
    ...{ deadlineRuns: 5, killsPerPhase: 0, scaleRuns: 0 },
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
    ...{ deadlineRuns: 5, killsPerPhase: 0, scaleRuns: 0 },
  },
} as const;

/** Prints the problems of a report. */
function printProblems(report: ChaosReport): void {
  const found = foundProblems(report);
  console.log(`\n${report.title}, seed ${seed}: ${found.length === 0 ? "no problems" : "problems:"}`);
  for (const [kind, details] of found)
    console.log(`${kind}: ${details.length}\n${details.slice(0, 5).join("\n")}`);
}

const engines = Object.entries(plans).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);
let isGood = true;
const measured: Measured[] = [];
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
  for (const [name, { scaleRuns, deadlineRuns, killsPerPhase, ...plan }] of engines) {
    const kills = values.kills === undefined ? plan.kills : Number(values.kills);
    const [line, isInTime, deadlineMs] = await measureDeadline(plan.start, deadlineRuns);
    note([line, isInTime]);
    if (name === "restate" || name === "dbos") note(await measureScale(plans[name].start, scaleRuns, seed));
    if (name === "cloudflare") console.log(await measureInterrupted(10));
    const report = await chaos({ ...plan, seed, seconds, kills });
    printProblems(report);
    measured.push({ report, seed, deadlineMs });
    const isComplete = kills >= plan.kills && seconds >= COMPLETE_SECONDS;
    if (!isComplete)
      console.log(`${report.title}: a part of the measurement; no number of kills or runs is required`);
    for (const bar of missedBars(report, isComplete ? { ...plan, killsPerPhase } : undefined))
      note([bar, false]);
  }
} finally {
  if (measured.length > 0) console.log(`\n${tableOf(measured)}`);
  removeProject();
  removeClusters();
}
process.exitCode = isGood ? 0 : 1;
