import type { FrameOptions } from "../loop/request.js";
import type { Turn } from "../run-result.js";
import type { Usage } from "../loop/usage.js";
import type { Content, FunctionCallingMode } from "../wire.js";

/** Options of the loop. Every option has a default. */
export interface LoopOptions extends FrameOptions {
  /** Maximum number of requests to the model; 8 by default. */
  readonly maxTurns?: number;
  /** Maximum number of calls in one run; 64 by default. */
  readonly maxToolCalls?: number;
  /** Maximum number of calls in one turn; 32 by default. The calls after that get TOO_MANY_CALLS. */
  readonly maxCallsPerTurn?: number;
  /** Ends the run after this many consecutive turns in which every call failed; 3 by default. */
  readonly maxConsecutiveErrors?: number;
  readonly maxTotalTokens?: number;
  /** Repeated requests in one turn after an empty or malformed answer or an interrupted stream; 2 by default. */
  readonly malformedRetries?: number;
  /** Applies to the run, from its start to its result. */
  readonly deadlineMs?: number;
  /** At a limit, sends one more request without tools, so that the model answers from what it knows. */
  readonly wrapUp?: boolean;
  /** `false` returns the calls of each turn as `pending` in place of running them. */
  readonly automatic?: boolean;
  /**
   * Keeps the mode ANY in every turn. By default it becomes AUTO after the first calls, or VALIDATED if there are
   * allowed names, because a model that must call never ends the run.
   */
  readonly keepMode?: boolean;
  /** Ends the run after one of these tools succeeded. */
  readonly stopOnTool?: readonly string[];
  /** Ends the run after a turn with calls. A text becomes `by` of the result. */
  readonly stopWhen?: (turn: Turn, turns: readonly Turn[]) => MaybeLater<boolean | string>;
  /** Runs before the request of each turn and may change the turn. If it throws, the run ends. */
  readonly prepareTurn?: (turn: TurnInfo) => MaybeLater<TurnChange | undefined | void>;
}

type MaybeLater<T> = T | PromiseLike<T>;

export interface TurnInfo {
  readonly turn: number;
  readonly contents: readonly Content[];
  readonly usage: Usage;
  readonly turns: readonly Turn[];
}

/** Changes for one turn. */
export interface TurnChange {
  /** Names of tools or groups that may be called. */
  readonly allowed?: readonly string[];
  readonly mode?: FunctionCallingMode;
  readonly system?: string;
  /** Replaces the history in this request. The history itself does not change. */
  readonly contents?: readonly Content[];
  readonly model?: string;
  readonly stop?: boolean;
}

/** The abort reason of a run that passed `deadlineMs`. */
export const DEADLINE = "toolpress: deadline";
