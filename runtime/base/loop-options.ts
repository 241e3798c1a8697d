import type { FrameOptions } from "../loop/request.js";
import type { Turn } from "../run-result.js";
import type { Usage } from "../loop/usage.js";
import type { Content, FunctionCallingMode } from "../wire.js";

/** What the loop can be told. Everything has a default. */
export interface LoopOptions extends FrameOptions {
  /** Requests to the model: 8. */
  readonly maxTurns?: number;
  /** Calls of a whole run: 64. */
  readonly maxToolCalls?: number;
  /** 32; the rest of a turn is answered with TOO_MANY_CALLS. */
  readonly maxCallsPerTurn?: number;
  /** Turns in a row in which every call failed: 3. */
  readonly maxConsecutiveErrors?: number;
  readonly maxTotalTokens?: number;
  /** Repeated requests in one turn after an empty or malformed answer or a cut stream: 2. */
  readonly malformedRetries?: number;
  /** For the whole run. */
  readonly deadlineMs?: number;
  /** At a limit, ask once more without tools, for an answer from what is known. */
  readonly wrapUp?: boolean;
  /** `false`: the calls of each turn are handed to the caller as `pending`. */
  readonly automatic?: boolean;
  /**
   * Keeps ANY for the whole run. By default it becomes AUTO after the first round of calls, or VALIDATED where there are allowed names,
   * because a run that must call never ends.
   */
  readonly keepMode?: boolean;
  /** Ends the run when one of these tools was called with success. */
  readonly stopOnTool?: readonly string[];
  /** Ends the run after a turn with calls; a text becomes the result's `by`. */
  readonly stopWhen?: (step: Turn, turns: readonly Turn[]) => MaybeLater<boolean | string>;
  /** Looks at each turn before its request and may change it. When it throws, the run ends. */
  readonly prepareTurn?: (turn: TurnInfo) => MaybeLater<TurnChange | undefined | void>;
}

type MaybeLater<T> = T | PromiseLike<T>;

export interface TurnInfo {
  readonly turn: number;
  readonly contents: readonly Content[];
  readonly usage: Usage;
  readonly turns: readonly Turn[];
}

/** Changes of one turn only. */
export interface TurnChange {
  /** Names of tools or groups that may be called. */
  readonly allowed?: readonly string[];
  readonly mode?: FunctionCallingMode;
  readonly system?: string;
  /** Sent instead of the history, which stays as it is. */
  readonly contents?: readonly Content[];
  readonly model?: string;
  readonly stop?: boolean;
}

/** Why a signal was aborted when `deadlineMs` had passed. */
export const DEADLINE = "toolpress: deadline";
