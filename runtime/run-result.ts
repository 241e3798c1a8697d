import { RunError, type ErrorInfo } from "./errors.js";
import type { PendingCall } from "./host.js";
import type { State } from "./loop/state.js";
import type { Usage } from "./loop/usage.js";
import type { Content } from "./wire.js";

/** How a run ended. Whatever the status, `contents` can be sent again, except for `paused`, which `resume` continues. */
export type RunResult = Ending & {
  readonly runId: string;
  /** The whole conversation: what was given and what this run added. */
  readonly contents: readonly Content[];
  readonly turns: readonly Turn[];
  readonly usage: Usage;
};

/** The answer's text; "" when there is none. */
interface WithText {
  readonly text: string;
}

export type Ending =
  | ({ readonly status: "done"; readonly finishReason: string } & WithText)
  /** `error`: why `wrapUp` came to nothing. */
  | ({ readonly status: LimitStatus; readonly error?: ErrorInfo } & WithText)
  | ({
      readonly status: "paused";
      readonly pending: readonly PendingCall[];
      readonly state: State;
    } & WithText)
  /** `stopOnTool`, `stopWhen` or `prepareTurn` said so; `output` is what the tool gave. */
  | ({ readonly status: "stopped"; readonly by: string; readonly output?: unknown } & WithText)
  | ({ readonly status: "blocked"; readonly finishReason?: string; readonly blockReason?: string } & WithText)
  /** The answer was cut at the token limit; its calls were not executed. */
  | ({ readonly status: "truncated" } & WithText)
  | ({ readonly status: "aborted"; readonly reason: unknown } & WithText)
  | ({ readonly status: "error"; readonly error: ErrorInfo } & WithText);

export type LimitStatus = "max_turns" | "max_calls" | "max_errors" | "max_tokens_budget" | "deadline";
export type RunStatus = Ending["status"];

/** One turn: an answer of the model and what became of its calls. */
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
  /** Present when the call failed. */
  readonly code?: string;
  /** Whether the handler was started. */
  readonly started: boolean;
  readonly ms: number;
}

/** For those who prefer exceptions: gives the text of a finished run and throws for everything else. */
export function orThrow(result: RunResult): string {
  if (result.status === "done") return result.text;
  if (result.status === "error") throw new RunError(result.error);
  throw new RunError({
    kind: result.status === "aborted" ? "aborted" : "protocol",
    code: result.status,
    message: `the run ended with status "${result.status}"`,
  });
}
