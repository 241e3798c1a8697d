import type { FrameOptions } from "../loop/request.js";
import type { Turn } from "../run-result.js";
import type { Usage } from "../loop/usage.js";
import type { Content, FunctionCallingMode } from "../wire.js";

/** Options of the loop. Every option may be omitted. */
export interface LoopOptions extends FrameOptions {
  /**
   * The largest number of requests to the model in a run.
   * @default 8
   */
  readonly maxTurns?: number;
  /**
   * The largest number of tool calls in a run.
   * @default 64
   */
  readonly maxToolCalls?: number;
  /**
   * The largest number of tool calls in one turn. Further calls of the turn are answered with TOO_MANY_CALLS.
   * @default 32
   */
  readonly maxCallsPerTurn?: number;
  /**
   * The run ends after this number of consecutive turns in which every call failed.
   * @default 3
   */
  readonly maxConsecutiveErrors?: number;
  /**
   * The largest number of tokens of a run, over all requests and responses. When the run reaches this number,
   * the calls of the current turn are not executed.
   * @default no limit
   */
  readonly maxTotalTokens?: number;
  /**
   * How often one turn repeats its request after an empty or malformed answer or an interrupted stream.
   * @default 2
   */
  readonly malformedRetries?: number;
  /**
   * The timeout of a run in milliseconds. It includes the time that people take to decide.
   * @default no limit
   */
  readonly deadlineMs?: number;
  /**
   * `true` sends one more request without tools when a limit ends the run, so that the model can answer with
   * the results so far.
   * @default false
   */
  readonly wrapUp?: boolean;
  /**
   * `false` executes no tool: the run ends after one request, and `pending` contains the calls of the model.
   * @default true
   */
  readonly automatic?: boolean;
  /**
   * `true` keeps the mode ANY for all turns. By default, ANY becomes AUTO after the first turn with calls, or
   * VALIDATED if only some tools are allowed. A model in the mode ANY calls a tool in every turn, so it never
   * ends the run with a text.
   * @default false
   */
  readonly keepMode?: boolean;
  /** Names of tools. A successful call of one of these tools ends the run. */
  readonly stopOnTool?: readonly string[];
  /**
   * Called after each turn that contains calls. If the function returns `true` or a text, the run ends. The
   * text becomes the field `by` of the result.
   */
  readonly stopWhen?: (turn: Turn, turns: readonly Turn[]) => MaybeLater<boolean | string>;
  /**
   * Called before the request of each turn. The returned settings apply to that turn. If the function throws,
   * the run ends.
   */
  readonly prepareTurn?: (turn: TurnInfo) => MaybeLater<TurnChange | undefined | void>;
}

type MaybeLater<T> = T | PromiseLike<T>;

export interface TurnInfo {
  readonly turn: number;
  readonly contents: readonly Content[];
  readonly usage: Usage;
  readonly turns: readonly Turn[];
}

/** Settings for one turn. */
export interface TurnChange {
  /** Names of tools or groups. Only these are declared in this turn; they replace `activeTools` of the run. */
  readonly activeTools?: readonly string[];
  /** Names of the tools or groups that the model may call. */
  readonly allowed?: readonly string[];
  readonly mode?: FunctionCallingMode;
  readonly system?: string;
  /**
   * Contents that the request of this turn sends in place of the history. The history of the run does not
   * change.
   */
  readonly contents?: readonly Content[];
  readonly model?: string;
  readonly stop?: boolean;
}

/** The abort reason of a run that has passed `deadlineMs`. */
export const DEADLINE = "toolpress: deadline";

/** The abort reason of a run that its engine continues in another attempt. */
export const ATTEMPT_ENDED = "toolpress: attempt";
