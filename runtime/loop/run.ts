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
   * @default the id of the host
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
  /** The limit of a resumed run. */
  readonly scope: CallScope | undefined;
  /** The number of contents before the run. */
  readonly startedWith: number;
  readonly signal: AbortSignal | undefined;
  readonly emit: Emit;
  readonly startedAt: number;
  /** Milliseconds until the deadline when the clock of the host was last read; 0 after the deadline. */
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
    // The engine continues the run in another attempt, so a result of this one would be false.
    if (signal.reason === ATTEMPT_ENDED) return new Promise(() => {});
    return signal.reason === DEADLINE
      ? { status: "deadline", text: "" }
      : { status: "aborted", reason: signal.reason as unknown, text: "" };
  }
  if (options.deadlineMs === undefined || !host.now) return undefined;
  if (run.leftMs !== 0) run.leftMs = Math.max(run.startedAt + options.deadlineMs - (await host.now()), 0);
  return run.leftMs === 0 ? { status: "deadline", text: "" } : undefined;
}

/** Timers can fire early, and the clock of the host must have reached the deadline by then. */
const EARLY_MS = 5;

/** The limit of an effect of a run with a deadline: its host has the clock, but not the process that executes the effect. */
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
