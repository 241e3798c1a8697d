import { setTimeout as sleep } from "node:timers/promises";
import type { RunResult } from "@toolpress/runtime";
import { Random } from "../validators/random.js";
import { killAgainAndAgain, type Kill } from "./killer.js";
import { Ledger, type Execution } from "./ledger.js";
import type { ChaosReport, ProblemKind } from "./report.js";
import { comparable, flawOf, untilDone, type Engine } from "./runs.js";
import { decisionAbout, promptOf, scenarioNames, type Scenario } from "./scenarios.js";

export type StartEngine = (ledger: Ledger, isOver: () => boolean) => Promise<Engine>;

export interface ChaosOptions {
  readonly start: StartEngine;
  readonly seed: number;
  readonly kills: number;
  /** The least number of runs. Runs are started until the last kill in any case. */
  readonly runs: number;
  readonly engineShare: number;
  readonly pauseMs: readonly [least: number, most: number];
  readonly concurrency: number;
  readonly seconds: number;
}

/** Runs the scenarios while processes are killed, and compares each result with that of an undisturbed run. */
export async function chaos(options: ChaosOptions): Promise<ChaosReport> {
  const random = new Random(options.seed);
  const ledger = new Ledger();
  await ledger.start();
  const endsAt = Date.now() + options.seconds * 1000;
  // Runs that were started get time to end after the last kill.
  const isOver = (): boolean => Date.now() > endsAt;
  const isLost = (): boolean => Date.now() > endsAt + 120_000;
  const engine = await options.start(ledger, isLost);
  try {
    decideAll(ledger, engine, random);
    const expected = new Map<Scenario, string>();
    for (const scenario of scenarioNames) {
      const label = `undisturbed-${scenario}`;
      const result = await engine.run({ label, prompt: promptOf(label, scenario) });
      expected.set(scenario, comparable(result, label));
    }
    const problems = new Problems();
    let killing = true;
    const started: Promise<void>[] = [];
    const startRuns = async (): Promise<void> => {
      while (!isOver() && (killing || started.length < options.runs)) {
        const label = `run${started.length}`;
        const scenario = random.pick(scenarioNames);
        const run = judge(
          engine,
          ledger,
          { label, scenario, expected: expected.get(scenario) ?? "" },
          problems,
        );
        started.push(run);
        await run;
      }
    };
    const starters = Array.from({ length: options.concurrency }, startRuns);
    const kills = await killAgainAndAgain(engine, ledger, { ...options, random, isOver });
    killing = false;
    await Promise.all(starters);
    const replays = await engine.replay?.();
    const found = report(engine.title, ledger, kills, started.length, problems);
    return { ...found, ...(replays && { replays }) };
  } finally {
    engine.stop();
    await ledger.close();
  }
}

/** The person who decides, some time after the call was announced. An accepted decision is not sent again. */
export function decideAll(ledger: Ledger, engine: Engine, random: Random): void {
  const decided = new Set<string>();
  ledger.onWaiting = (waiting) => {
    if (decided.has(waiting.key)) return;
    decided.add(waiting.key);
    void sleep(150 + random.below(1200)).then(() =>
      engine.decide(waiting, decisionAbout(waiting.tool, waiting.token)),
    );
  };
}

class Problems {
  readonly byKind: Partial<Record<ProblemKind, string[]>> = {};
  add(kind: ProblemKind, detail: string): void {
    (this.byKind[kind] ??= []).push(detail);
  }
}

interface Expectation {
  readonly label: string;
  readonly scenario: Scenario;
  readonly expected: string;
}

async function judge(
  engine: Engine,
  ledger: Ledger,
  { label, scenario, expected }: Expectation,
  problems: Problems,
): Promise<void> {
  let result: RunResult;
  try {
    result = await engine.run({ label, prompt: promptOf(label, scenario) });
  } catch (error) {
    return problems.add("not finished", `${label}: ${String(error)}`);
  }
  const found = comparable(result, label);
  if (found !== expected)
    problems.add("wrong results", `${label} of ${scenario}:\n${found}\nexpected:\n${expected}`);
  const flaw = flawOf(result);
  if (flaw !== undefined) problems.add("histories that cannot continue", `${label}: ${flaw}`);
  for (const { calls } of result.turns)
    for (const { code, tool, args } of calls)
      if (
        tool === "pay" &&
        code === "DENIED" &&
        !String((args as { token?: string }).token).endsWith("-denied")
      )
        problems.add("lost approvals", label);
  // The line with the event may arrive after the result.
  await untilDone(() => ledgerHasEnd(ledger, label), soon()).catch(() => {});
  const ends = ledger.stateOf(label).runEnds.size;
  if (ends !== 1) problems.add("runs without exactly one end", `${label}: ${ends} ends`);
}

async function ledgerHasEnd(ledger: Ledger, label: string): Promise<void> {
  if (ledger.stateOf(label).runEnds.size === 0) throw new Error("no end");
}

function soon(): () => boolean {
  const until = Date.now() + 2000;
  return () => Date.now() > until;
}

function report(
  title: string,
  ledger: Ledger,
  kills: readonly Kill[],
  runs: number,
  problems: Problems,
): ChaosReport {
  const byEffect = new Map<string, Execution[]>();
  for (const execution of ledger.executions) {
    const name = `${execution.kind} ${execution.label} ${execution.effect}`;
    byEffect.set(name, [...(byEffect.get(name) ?? []), execution]);
  }
  const counts = { repeated: 0, finishedTwice: 0, requestsRepeated: 0, lostAfterMs: 0 };
  for (const executions of byEffect.values()) {
    const { label, kind, effect } = executions[0]!;
    const keys = new Set(executions.map(({ key }) => key));
    if (keys.size > 1)
      problems.add("effects with another key", `${label} ${effect}: ${[...keys].join(", ")}`);
    const acknowledged = ledger.stateOf(label).acknowledged.get(`${kind} ${effect}`) ?? Infinity;
    if (executions.some(({ startedAt }) => startedAt > acknowledged))
      problems.add("acknowledged effects repeated", `${kind} ${label} ${effect}`);
    if (executions.length > 1) counts[kind === "tool" ? "repeated" : "requestsRepeated"] += 1;
    const ends = executions.flatMap(({ endedAt }) => endedAt ?? []);
    if (kind === "model" || ends.length < 2) continue;
    counts.finishedTwice += 1;
    const distances = ends.slice(0, -1).map((end) => distanceTo(kills, end));
    counts.lostAfterMs = Math.max(counts.lostAfterMs, ...distances);
  }
  const executions = ledger.executions.filter(({ kind }) => kind === "tool").length;
  return { title, kills, runs, problems: problems.byKind, executions, ...counts };
}

function distanceTo(kills: readonly Kill[], time: number): number {
  return Math.min(...kills.map(({ killedAt }) => Math.abs(killedAt - time)));
}
