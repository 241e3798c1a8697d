import type { ErrorInfo } from "./errors.js";
import type { FunctionResponse, GenerateContentRequest, GenerateContentResponse, Json } from "./wire.js";

// The loop reaches the outside world only through this interface. All values are plain JSON, and a replay
// uses the same effect names. A durable engine can therefore store the outcomes and return them in a replay.

/** One request to the model. */
export interface ModelEffect {
  /** `model:<turn>` for the first request of a turn, `model:<turn>:<attempt>` for a repeated request. */
  readonly name: string;
  readonly turn: number;
  readonly attempt: number;
  /** Milliseconds until the deadline of the run, by the clock of the host. */
  readonly timeoutMs?: number;
  /** The name of another model that handles this turn. */
  readonly model?: string;
  readonly request: GenerateContentRequest;
}

export type ModelOutcome =
  | { readonly ok: true; readonly response: GenerateContentResponse; readonly ms: number }
  | { readonly ok: false; readonly error: ErrorInfo; readonly ms: number };

/** One call of a tool. */
export interface ToolEffect {
  /** `tool:<turn>:<index>:<tool>`. After a pause, `:<decision>` follows. */
  readonly name: string;
  readonly turn: number;
  readonly index: number;
  readonly tool: string;
  readonly callId: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string;
  /** Milliseconds until the deadline of the run, by the clock of the host. */
  readonly timeoutMs?: number;
  /** The decision about a call that waited for a decision. */
  readonly decision?: Decision;
  /** The arguments that a person approved. The call runs with exactly these arguments or is denied. */
  readonly approved?: Readonly<Record<string, unknown>>;
  /** Names of the tools that the turn may call. Set for tools that list other tools, if the turn may not call all. */
  readonly usable?: readonly string[];
}

/**
 * The decision about a waiting call: run the call, run it with other arguments, refuse it, or supply its
 * result.
 */
export type Decision =
  | "approve"
  /** The new arguments are validated too. The answer shows them to the model. */
  | { readonly approve: { readonly args: Readonly<Record<string, Json>> } }
  | { readonly deny: string }
  | { readonly output: Json };

export type ToolOutcome = ToolAnswer | ToolWait;

export interface ToolAnswer {
  /** The response without the id of the call. The loop adds the id. */
  readonly response: FunctionResponse;
  /** Set if the call failed. */
  readonly code?: string;
  /** Whether the handler was started. */
  readonly started: boolean;
  readonly ms: number;
  /** Set if the effect emitted no `tool_end` event. The loop then emits the event. */
  readonly unreported?: true;
}

export interface ToolWait {
  readonly waiting: "approval" | "long_running";
  /**
   * The arguments that a person approves. They have the form that the handler gets, without bound arguments.
   */
  readonly args?: Readonly<Record<string, Json>>;
  /** Set if the callback `repair` replaced the model's arguments: the value that `repair` returned. */
  readonly repaired?: Json;
  /** The return value of a long-running tool, for example the number of a job. */
  readonly ticket?: Json;
  readonly ms: number;
}

/**
 * A call that waits for the decision of a person, for the result of a job, or (with `automatic: false`) for
 * the caller.
 */
export interface PendingCall {
  readonly callId: string;
  readonly tool: string;
  /**
   * The arguments in the form that the handler gets, without bound arguments. For the reason "manual", these
   * are the arguments that the model sent, not yet validated.
   */
  readonly args: Readonly<Record<string, unknown>>;
  /** Set if the callback `repair` replaced the model's arguments: the value that `repair` returned. */
  readonly repaired?: Json | undefined;
  readonly reason: "approval" | "long_running" | "manual";
  /**
   * `<run>/<turn>/<index>/<reason>`. No other wait has this key, even if the model uses the id of a call
   * twice.
   */
  readonly key: string;
  readonly ticket?: Json | undefined;
  /**
   * A hash of the fields of this object and of its call in the history. `resume` rejects a state whose hash
   * does not match.
   */
  readonly check: string;
}

/**
 * A host executes effects. A failed effect is an outcome with an error. A method of a host rejects only if
 * the engine must repeat the effect.
 */
export interface Host {
  /**
   * The engine's id of the run, the same in every replay. If a method of a host with an id rejects, the engine repeats the
   * run, so no `run_end` is reported.
   */
  readonly runId?: string | undefined;
  /**
   * Aborted when the engine abandons this execution of the run and continues the run elsewhere. An agent then stops its tools and
   * reports no more events.
   */
  readonly attempt?: AbortSignal | undefined;
  model(effect: ModelEffect): PromiseLike<ModelOutcome>;
  /** Runs all calls of one turn. `batch` has the order of the calls and is never empty. */
  tools(batch: readonly ToolEffect[]): PromiseLike<readonly ToolOutcome[]>;
  /**
   * Waits for a decision. If a host lacks this method, the run returns `paused`. All waits of a turn start
   * before the loop awaits the first one. Resolves to undefined if there is no decision after `timeoutMs`,
   * the time until the deadline of the run.
   */
  wait?(pending: PendingCall, timeoutMs?: number): PromiseLike<Decision | undefined>;
  /**
   * The current time in milliseconds by the clock of the engine, the same in every replay. `deadlineMs` of a
   * run on a host with this method uses no other clock.
   */
  now?(): PromiseLike<number>;
}
