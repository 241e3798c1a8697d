import { RunError, type ErrorInfo } from "./errors.js";
import type { PendingCall } from "./host.js";
import type { State } from "./loop/state.js";
import type { Usage } from "./loop/usage.js";
import type { Content } from "./wire.js";

/**
 * The result of a run. `resume` continues a run with the status `paused`. After any other status, `contents`
 * can be the history of a new run.
 */
export type RunResult = Ending & {
  /** The reason why the run ended. It decides which other fields the result has. */
  readonly status: RunStatus;
  readonly runId: string;
  /** The complete conversation: the input and everything that this run added. */
  readonly contents: readonly Content[];
  /** Each answer of the model with the answers to its calls. */
  readonly turns: readonly Turn[];
  /** The tokens of all turns together. */
  readonly usage: Usage;
};

interface WithText {
  /** The text of the model's last answer, or "" if the answer contains no text. */
  readonly text: string;
}

export type Ending =
  | ({ readonly status: "done"; readonly finishReason: string } & WithText)
  /** `error` is set if the option `wrapUp` sent a last request and that request failed. */
  | ({ readonly status: LimitStatus; readonly error?: ErrorInfo } & WithText)
  | ({
      readonly status: "paused";
      readonly pending: readonly PendingCall[];
      readonly state: State;
    } & WithText)
  /**
   * The option `stopOnTool`, `stopWhen` or `prepareTurn` ended the run. `by` is the name of the tool, the
   * text that `stopWhen` returned, or the name of the option. `output` is the result of the tool.
   */
  | ({ readonly status: "stopped"; readonly by: string; readonly output?: unknown } & WithText)
  | ({ readonly status: "blocked"; readonly finishReason?: string; readonly blockReason?: string } & WithText)
  /** The answer reached the token limit, so its calls were not executed. */
  | ({ readonly status: "truncated" } & WithText)
  | ({ readonly status: "aborted"; readonly reason: unknown } & WithText)
  | ({ readonly status: "error"; readonly error: ErrorInfo } & WithText);

export type LimitStatus = "max_turns" | "max_calls" | "max_errors" | "max_tokens_budget" | "deadline";
export type RunStatus = Ending["status"];

/** One turn of a finished run: an answer of the model, and the answers to its calls. */
export interface Turn {
  readonly turn: number;
  readonly finishReason: string;
  readonly text: string;
  readonly calls: readonly CallRecord[];
}

export interface CallRecord {
  readonly callId: string;
  readonly tool: string;
  readonly args: unknown;
  readonly response: Readonly<Record<string, unknown>>;
  /** Set if the call failed. */
  readonly code?: string;
  /** Whether the handler was started. */
  readonly started: boolean;
  readonly ms: number;
}

/** Returns the text of a run with the status `done`. Throws a `RunError` for every other status. */
export function orThrow(result: RunResult): string {
  if (result.status === "done") return result.text;
  if (result.status === "error") throw new RunError(result.error);
  throw new RunError({
    kind: result.status === "aborted" ? "aborted" : "protocol",
    code: result.status,
    message: `the run ended with status "${result.status}"`,
  });
}
