import type { FrameOptions } from "../loop/request.js";
import type { Turn } from "../run-result.js";
import type { Usage } from "../loop/usage.js";
import type { Content, FunctionCallingMode } from "../wire.js";

/** Options of the loop. All are optional. */
export interface LoopOptions extends FrameOptions {
  /**
   * Requests to the model in a run.
   * @default 8
   */
  readonly maxTurns?: number;
  /**
   * Calls of tools in a run.
   * @default 64
   */
  readonly maxToolCalls?: number;
  /**
   * Calls of tools in one turn. Further calls of the turn are answered with TOO_MANY_CALLS.
   * @default 32
   */
  readonly maxCallsPerTurn?: number;
  /**
   * Consecutive turns in which every call failed.
   * @default 3
   */
  readonly maxConsecutiveErrors?: number;
  /**
   * Tokens of all requests and answers of a run. At the limit, calls of the current turn are not executed.
   * @default no limit
   */
  readonly maxTotalTokens?: number;
  /**
   * Repeated requests in one turn, after an empty or malformed answer or a cut stream.
   * @default 2
   */
  readonly malformedRetries?: number;
  /**
   * Milliseconds for a run, including the time that people take to decide.
   * @default no limit
   */
  readonly deadlineMs?: number;
  /**
   * At a limit, send one more request without tools, so that the model answers from what it knows.
   * @default false
   */
  readonly wrapUp?: boolean;
  /**
   * `false` runs no tool: the run ends after one request, and its calls are in `pending`.
   * @default true
   */
  readonly automatic?: boolean;
  /**
   * Keeps the mode ANY for the run. Without it, ANY becomes AUTO after the first turn with calls, or VALIDATED if there are allowed names,
   * because a model that must call a tool never ends the run with a text.
   * @default false
   */
  readonly keepMode?: boolean;
  /** Names of tools. The run ends after a call of one of them succeeds. */
  readonly stopOnTool?: readonly string[];
  /** Called after each turn with calls. `true` or a text ends the run; the text becomes `by` of the result. */
  readonly stopWhen?: (step: Turn, turns: readonly Turn[]) => MaybeLater<boolean | string>;
  /** Called before the request of each turn; its result changes that turn. If it throws, the run ends. */
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
  /** Names of tools or groups. Only these are declared in this turn; they replace `activeTools` of the run. */
  readonly activeTools?: readonly string[];
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
