import type { ErrorInfo } from "./errors.js";
import type { FunctionResponse, GenerateContentRequest, GenerateContentResponse, Json } from "./wire.js";

// The interface between the loop and its effects. All values are plain JSON, and their names are the same on every
// replay, so that a durable engine can journal them.

/** One request to the model. */
export interface ModelEffect {
  /** `model:<turn>`, followed by `:<attempt>` for a repeated request. */
  readonly name: string;
  readonly turn: number;
  readonly attempt: number;
  /** Replaces the model in this turn. */
  readonly model?: string;
  readonly request: GenerateContentRequest;
}

export type ModelOutcome =
  | { readonly ok: true; readonly response: GenerateContentResponse; readonly ms: number }
  | { readonly ok: false; readonly error: ErrorInfo; readonly ms: number };

/** One call of a tool. */
export interface ToolEffect {
  /** `tool:<turn>:<index>:<tool>`, followed by `:<decision>` after a pause. */
  readonly name: string;
  readonly turn: number;
  readonly index: number;
  readonly tool: string;
  readonly callId: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string;
  /** The decision about a call that waited. */
  readonly decision?: Decision;
  /** The arguments that a person approved. The call runs with exactly these or is denied. */
  readonly approved?: Readonly<Record<string, unknown>>;
  /** Names of the tools that the turn may call. Set for tools that list other tools, if the turn may not call all. */
  readonly usable?: readonly string[];
}

/** The decision about a waiting call: run it, run it with other arguments, refuse it, or supply its result. */
export type Decision =
  | "approve"
  /** The arguments are validated again, and the answer shows them to the model. */
  | { readonly approve: { readonly args: Readonly<Record<string, Json>> } }
  | { readonly deny: string }
  | { readonly output: Json };

export type ToolOutcome = ToolAnswer | ToolWait;

export interface ToolAnswer {
  /** Without the call's id, which the loop adds. */
  readonly response: FunctionResponse;
  /** Set if the call failed. */
  readonly code?: string;
  /** Whether the handler was started. */
  readonly started: boolean;
  readonly ms: number;
  /** Set if the effect sent no `tool_end`, so that the loop does. */
  readonly unreported?: true;
}

export interface ToolWait {
  readonly waiting: "approval" | "long_running";
  /** The arguments to approve: as the handler gets them, without bound ones. */
  readonly args?: Readonly<Record<string, Json>>;
  /** The value that `repair` returned in place of the model's arguments. */
  readonly repaired?: Json;
  /** The return value of a long-running tool, such as a job number. */
  readonly ticket?: Json;
  readonly ms: number;
}

/** A call that waits for a person, for a job, or (with `automatic: false`) for the caller. */
export interface PendingCall {
  readonly callId: string;
  readonly tool: string;
  /**
   * As the handler gets them, without bound ones. For the reason "manual" these are the model's own arguments, not
   * yet validated.
   */
  readonly args: Readonly<Record<string, unknown>>;
  /** The value that `repair` returned in place of the model's arguments, if any. */
  readonly repaired?: Json | undefined;
  readonly reason: "approval" | "long_running" | "manual";
  /** `<run>/<turn>/<index>/<reason>`: unique to this wait, even if the model reuses ids. */
  readonly key: string;
  readonly ticket?: Json | undefined;
  /** A hash with which `resume` detects changes of these fields or of the call in the history. */
  readonly check: string;
}

/** Executes effects. Outcomes are data; a rejected promise asks the engine to repeat the effect. */
export interface Host {
  model(effect: ModelEffect): PromiseLike<ModelOutcome>;
  /** All calls of a turn, in order; never empty. */
  tools(batch: readonly ToolEffect[]): PromiseLike<readonly ToolOutcome[]>;
  /**
   * Waits for a decision. Without this method the run returns `paused`. All waits of a turn start before any is
   * awaited.
   */
  wait?(pending: PendingCall): PromiseLike<Decision>;
  /** Milliseconds; required for `deadlineMs` only. */
  now?(): PromiseLike<number>;
}
