import { setTimeout as sleep } from "node:timers/promises";
import { Random } from "../validators/random.js";
import { decideAll, type StartEngine } from "./chaos.js";
import { Ledger } from "./ledger.js";
import { comparable } from "./runs.js";
import { promptOf, scenarioNames } from "./scenarios.js";

const DEADLINE_MS = 3000;
const LIMIT_MS = 5000;

/**
 * Runs with a deadline that wait for a person who never decides. Returns a line for the report, whether all
 * ended in time, and the longest run in milliseconds.
 */
export async function measureDeadline(
  start: StartEngine,
  runs: number,
): Promise<[line: string, isGood: boolean, longestMs: number]> {
  const ledger = new Ledger();
  await ledger.start();
  const endsAt = Date.now() + 180_000;
  const engine = await start(ledger, () => Date.now() > endsAt);
  try {
    const waited = new Set<string>();
    ledger.onWaiting = ({ label }) => void waited.add(label);
    const times: number[] = [];
    const statuses = new Set<string>();
    for (let index = 0; index < runs; index += 1) {
      const label = `late${index}`;
      const startedAt = Date.now();
      const { status } = await engine.run({
        label,
        prompt: promptOf(label, "approvals"),
        deadlineMs: DEADLINE_MS,
      });
      times.push(Date.now() - startedAt);
      statuses.add(status);
    }
    const longest = Math.max(...times);
    const isGood = longest <= LIMIT_MS && waited.size === runs && [...statuses].join() === "deadline";
    const line = `${engine.title}: ${runs} runs with a deadline of ${DEADLINE_MS} ms, all waiting (${waited.size}), ended as ${[...statuses].join(", ")} after ${times.join(", ")} ms`;
    return [line, isGood, longest];
  } finally {
    engine.stop();
    await ledger.close();
  }
}

/** Many runs at the same time on two workers, one of which is killed on the way. */
export async function measureScale(
  start: (ledger: Ledger, isOver: () => boolean, workers: number) => ReturnType<StartEngine>,
  runs: number,
  seed: number,
): Promise<[line: string, isGood: boolean]> {
  const random = new Random(seed);
  const ledger = new Ledger();
  await ledger.start();
  const endsAt = Date.now() + 600_000;
  const engine = await start(ledger, () => Date.now() > endsAt, 2);
  try {
    decideAll(ledger, engine, random);
    const expected = new Map<string, string>();
    for (const scenario of scenarioNames) {
      const label = `undisturbed-${scenario}`;
      expected.set(
        scenario,
        comparable(await engine.run({ label, prompt: promptOf(label, scenario) }), label),
      );
    }
    let finished = 0;
    let wrong = 0;
    const startedAt = Date.now();
    const all = Array.from({ length: runs }, async (_, index) => {
      const label = `many${index}`;
      const scenario = random.pick(scenarioNames);
      const result = await engine.run({ label, prompt: promptOf(label, scenario) });
      const found = comparable(result, label);
      if (found !== expected.get(scenario)) {
        wrong += 1;
        console.log(`${label} of ${scenario} differs:\n${found}\nexpected:\n${expected.get(scenario)}`);
      }
      finished += 1;
    });
    while (finished < runs / 5) await sleep(20);
    const worker = engine.services[0]!;
    const pid = worker.pid;
    const killedAt = Date.now();
    const finishedBefore = finished;
    worker.kill();
    await sleep(2000);
    await worker.start();
    await Promise.all(all);
    const ms = Date.now() - startedAt;
    // The runs of the killed worker, by their last effect before the kill, and their next effect.
    const last = new Map<string, number>();
    const next = new Map<string, number>();
    for (const execution of ledger.executions) {
      const { label, startedAt: at } = execution;
      if (at <= killedAt) last.set(label, execution.pid);
      else if (!next.has(label)) next.set(label, at);
    }
    const hit = [...next.keys()].filter((label) => last.get(label) === pid);
    const recovery = Math.max(0, ...hit.map((label) => next.get(label)! - killedAt));
    const line = `${engine.title}: ${runs} runs at the same time on 2 workers in ${ms} ms (${((runs * 1000) / ms).toFixed(1)} runs/s); one worker killed after ${finishedBefore} runs and started 2 s later; ${hit.length} of its runs continued, the last one ${recovery} ms after the kill; ${finished} finished, ${wrong} wrong`;
    return [line, finished === runs && wrong === 0 && hit.length > 0];
  } finally {
    engine.stop();
    await ledger.close();
  }
}
