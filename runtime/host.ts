import type { ErrorInfo } from "./errors.js";
import type { FunctionResponse, GenerateContentRequest, GenerateContentResponse, Json } from "./wire.js";

// The seam between the loop and the world. Everything that crosses it is plain JSON with a name that is the same on every replay,
// so a durable engine can journal it.

/** One request to the model. */
export interface ModelEffect {
  /** `model:<turn>`; a repeated request of the same turn adds `:<attempt>`. */
  readonly name: string;
  readonly turn: number;
  readonly attempt: number;
  /** Another model for this turn. */
  readonly model?: string;
  readonly request: GenerateContentRequest;
}

export type ModelOutcome =
  | { readonly ok: true; readonly response: GenerateContentResponse; readonly ms: number }
  | { readonly ok: false; readonly error: ErrorInfo; readonly ms: number };

/** One call of a tool that exists and is allowed. */
export interface ToolEffect {
  /** `tool:<turn>:<index>:<tool>`; after a pause with `:<decision>` behind it. */
  readonly name: string;
  readonly turn: number;
  readonly index: number;
  readonly tool: string;
  readonly callId: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string;
  /** What was decided about a call that waited. */
  readonly decision?: Decision;
  /** The arguments that a person saw and approved: the call runs with these or not at all. */
  readonly approved?: Readonly<Record<string, unknown>>;
}

/** The answer to a call that waits: run it, run it with other arguments, refuse it, or here is what it gave. */
export type Decision =
  | "approve"
  /** The arguments are validated again, and the model is told which they were. */
  | { readonly approve: { readonly args: Readonly<Record<string, Json>> } }
  | { readonly deny: string }
  | { readonly output: Json };

export type ToolOutcome = Answered | Waiting;

export interface Answered {
  /** Without the call's id: the loop echoes that. */
  readonly response: FunctionResponse;
  /** Present when the call failed. */
  readonly code?: string;
  /** Whether the handler was started. */
  readonly started: boolean;
  readonly ms: number;
}

export interface Waiting {
  readonly waiting: "approval" | "long_running";
  /** What is to be approved: the arguments as the handler will get them, without bound ones. */
  readonly args?: Readonly<Record<string, Json>>;
  /** What `repair` gave instead of the model's arguments. */
  readonly repaired?: Json;
  /** What a long-running tool gave back when it was started, e.g. a job number. */
  readonly ticket?: Json;
  readonly ms: number;
}

/** A call that waits for a person, for a job, or, outside automatic mode, for the caller. */
export interface PendingCall {
  readonly callId: string;
  readonly tool: string;
  /** As the handler will get them, without bound ones. Not validated yet where the reason is "manual": those are the model's own. */
  readonly args: Readonly<Record<string, unknown>>;
  /** What `repair` gave instead of the model's arguments, where it was asked. */
  readonly repaired?: Json | undefined;
  readonly reason: "approval" | "long_running" | "manual";
  /** `<run>/<turn>/<index>/<reason>`: no other wait has it, whatever ids the model uses again. */
  readonly key: string;
  readonly ticket?: Json | undefined;
  /** By this `resume` notices that any of the above, or the call in the history, is no longer what was shown. */
  readonly check: string;
}

/** Where effects happen. Outcomes are data; a rejected promise means that the engine should try the step again. */
export interface Host {
  model(step: ModelEffect): PromiseLike<ModelOutcome>;
  /** All calls of a turn, in order; never empty. */
  tools(batch: readonly ToolEffect[]): PromiseLike<readonly ToolOutcome[]>;
  /** Waits in place for a decision; without it the run returns `paused`. All waits of a turn are begun before any is awaited. */
  wait?(pending: PendingCall): PromiseLike<Decision>;
  /** Milliseconds; needed for `deadlineMs` only. */
  now?(): PromiseLike<number>;
}
