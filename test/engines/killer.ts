import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../validators/random.js";
import { phases, type Ledger, type Phase } from "./ledger.js";
import type { Engine } from "./runs.js";

/** One kill, with the phase of the run that it was aimed at. */
export interface Kill {
  readonly victim: "service" | "engine";
  readonly phase: Phase;
  readonly killedAt: number;
  /** Milliseconds until the next sign of the run that the kill was aimed at. */
  readonly recoveryMs: number;
}

export interface KillPlan {
  readonly random: Random;
  /** The kills to make. */
  readonly kills: number;
  /** The share of them that hit the engine. */
  readonly engineShare: number;
  /** Milliseconds between the recovery from a kill and the next one. */
  readonly pauseMs: readonly [least: number, most: number];
  readonly isOver: () => boolean;
}

/** A run that shows no sign for this time is judged by its result. */
const LONGEST_MS = 60_000;

/** Kills the service or the engine again and again, each time when a run reaches the phase that the seed decides. */
export async function killAgainAndAgain(engine: Engine, ledger: Ledger, plan: KillPlan): Promise<Kill[]> {
  const { random, pauseMs, isOver } = plan;
  const kills: Kill[] = [];
  while (kills.length < plan.kills && !isOver()) {
    await sleep(pauseMs[0] + random.below(pauseMs[1] - pauseMs[0]));
    const wanted = random.chance(0.7) ? rarest(kills, random) : random.pick(phases);
    const victim = random.chance(plan.engineShare) ? ("engine" as const) : ("service" as const);
    const target = victim === "engine" ? engine.engine : random.pick(engine.services);
    const label = await reach(ledger, wanted, random.below(15), isOver);
    const phase = label === undefined ? undefined : ledger.stateOf(label).phase;
    if (label === undefined || phase === undefined) continue;
    const killedAt = Date.now();
    target.kill();
    await engine.afterKill?.();
    await sleep(random.below(400));
    const sign = new Promise<void>((seen) => {
      ledger.onSign = (signed) => {
        if (signed === label) seen();
      };
    });
    await target.start();
    const isDone = (): boolean => isOver() || ledger.stateOf(label).runEnds.size > 0;
    await Promise.race([sign, whenOver(isDone), sleep(LONGEST_MS, undefined, { ref: false })]);
    ledger.onSign = () => {};
    if ((kills.length + 1) % 20 === 0) console.log(`${engine.title}: ${kills.length + 1} kills`);
    kills.push({ victim, phase, killedAt, recoveryMs: Date.now() - killedAt });
  }
  return kills;
}

/** One of the phases that were hit least. */
function rarest(kills: readonly Kill[], random: Random): Phase {
  const counts = phases.map((phase) => kills.filter((kill) => kill.phase === phase).length);
  const least = Math.min(...counts);
  return random.pick(phases.filter((_, index) => counts[index] === least));
}

/** Waits until a run enters a phase and has been in it for some milliseconds. Returns undefined if it left the phase before. */
async function reach(
  ledger: Ledger,
  wanted: Phase,
  afterMs: number,
  isOver: () => boolean,
): Promise<string | undefined> {
  const entered = new Promise<string>((found) => {
    ledger.onPhase = (label, phase) => {
      if (phase === wanted) found(label);
    };
  });
  const label = await Promise.race([entered, whenOver(isOver)]);
  ledger.onPhase = () => {};
  if (label === undefined) return undefined;
  // The time after an effect is short: the engine takes the result.
  if (!wanted.startsWith("after")) await sleep(afterMs);
  return label;
}

async function whenOver(isOver: () => boolean): Promise<undefined> {
  // The timer must not keep the process alive after the last kill.
  while (!isOver()) await sleep(200, undefined, { ref: false });
  return undefined;
}
