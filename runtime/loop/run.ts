import type { ErrorInfo } from "../errors.js";
import type { Emit } from "../events.js";
import type { Host } from "../host.js";
import { ATTEMPT_ENDED, DEADLINE, type LoopOptions } from "../base/loop-options.js";
import type { CallScope, RequestFrame } from "./request.js";
import type { Ending, Turn } from "../run-result.js";
import type { Toolset } from "../tool.js";
import type { Usage } from "./usage.js";
import type { Content } from "../wire.js";

/** The input of `runLoop` and `resumeLoop`. */
export interface LoopInput<Context = unknown> {
  /**
   * The unique id of the run. Every idempotency key contains it.
   * @default `runId` of the host
   */
  readonly runId?: string;
  readonly tools: Toolset<Context>;
  readonly options?: LoopOptions;
  readonly signal?: AbortSignal;
  readonly emit?: Emit;
}

/** A run in progress. */
export interface Run {
  readonly host: Host;
  readonly runId: string;
  readonly tools: Toolset<never>;
  readonly options: LoopOptions;
  /** The parts of the requests of the current turn. */
  frame: RequestFrame;
  /** Whether `prepareTurn` replaced the active tools of the turn. */
  narrowed?: boolean;
  /** The tools to which a resumed run is limited. */
  readonly scope: CallScope | undefined;
  /** The number of contents in the history before the run began. */
  readonly startedWith: number;
  readonly signal: AbortSignal | undefined;
  readonly emit: Emit;
  readonly startedAt: number;
  /**
   * The milliseconds until the deadline when the clock of the host was last read. It is 0 after the deadline,
   * and undefined if the run has no deadline or the host has no clock.
   */
  leftMs: number | undefined;
  turn: number;
  readonly contents: Content[];
  readonly turns: Turn[];
  usage: Usage;
  toolCalls: number;
  failedTurns: number;
  readonly resumed: number;
}

/** Returns the ending of a run that was aborted or has passed its deadline. Otherwise returns undefined. */
export async function interruption(run: Run): Promise<Ending | undefined> {
  const { signal, host, options } = run;
  if (signal?.aborted) {
    // The engine continues the run in another attempt, so this execution must not return a result.
    if (signal.reason === ATTEMPT_ENDED) return new Promise(() => {});
    return signal.reason === DEADLINE
      ? { status: "deadline", text: "" }
      : { status: "aborted", reason: signal.reason as unknown, text: "" };
  }
  if (options.deadlineMs === undefined || !host.now) return undefined;
  if (run.leftMs !== 0) run.leftMs = Math.max(run.startedAt + options.deadlineMs - (await host.now()), 0);
  return run.leftMs === 0 ? { status: "deadline", text: "" } : undefined;
}

/**
 * Milliseconds that are added to the time limit of an effect. Timers can fire early, and the clock of the
 * host must have reached the deadline when the limit ends the effect.
 */
const EARLY_MS = 5;

/**
 * Returns the time limit of an effect if the run has a deadline. The process that executes the effect does
 * not have the clock of the host, so the effect contains the remaining time.
 */
export function effectTimeout({ leftMs }: Run): { readonly timeoutMs?: number } {
  return leftMs === undefined ? {} : { timeoutMs: leftMs + EARLY_MS };
}

/** Calls and awaits a function of the user. Resolves to undefined as soon as the run is aborted. */
export function untilAborted<T>({ signal }: Run, hook: () => T | PromiseLike<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const leave = (): void => resolve(undefined);
    if (signal?.aborted) return leave();
    signal?.addEventListener("abort", leave);
    (async () => hook())()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener("abort", leave));
  });
}

export function failure(error: ErrorInfo): Ending {
  return { status: "error", error, text: "" };
}

/** The ending of a run whose host returned a value that is not an outcome. */
export function missingOutcome(effectName: string): Ending {
  return failure({
    kind: "protocol",
    code: "NO_OUTCOME",
    message: `the host returned no outcome of "${effectName}"`,
  });
}
