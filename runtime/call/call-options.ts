import type { Decision } from "../host.js";
import type { Issue } from "../issue.js";
import type { CallContext, ToolChecks } from "../tool.js";

/** A call, as `approve` and `repair` receive it. */
export interface PolicyCall<Context = unknown> {
  readonly tool: string;
  readonly callId: string;
  /**
   * A copy of the arguments. `approve` gets the arguments that the handler would get. `repair` gets the
   * arguments that the model sent.
   */
  readonly args: unknown;
  readonly context: Context;
}

/** The verdict of `approve`: run the call, ask a person, or refuse the call with a message for the model. */
export type Verdict = "run" | "ask" | { readonly deny: string };

/** Options for the execution of calls. They are the same for all calls of a run. */
export interface ExecuteOptions<Context = unknown> {
  /** The context that handlers and policies receive. */
  readonly context?: Context;
  /** Aborts the execution of the call. */
  readonly signal?: AbortSignal;
  /**
   * Reads an environment variable for bound arguments. `context` is the context of the call, so each user can
   * have different values.
   * @default `process.env`, if the platform has one
   */
  readonly env?: ((name: string, context: Context) => string | undefined) | undefined;
  /**
   * The timeout in milliseconds of tools whose spec sets no `timeout`.
   * @default 30,000
   */
  readonly toolTimeoutMs?: number;
  /**
   * The largest number of characters in a result. Whole items of a longer result are removed. If that is not
   * enough, the call fails with RESULT_TOO_LARGE.
   * @default 65,536
   */
  readonly maxResultChars?: number;
  /**
   * The key under which the response contains the result.
   * @default "result"
   */
  readonly resultKey?: string;
  /**
   * Decides about each call. The setting `approval` of the tool then has no effect. If the function throws,
   * the call is denied.
   */
  readonly approve?: (call: PolicyCall<Context>) => Verdict | PromiseLike<Verdict>;
  /**
   * Called with a call whose arguments are invalid. Returns corrected arguments, or `undefined` if the call
   * stays refused.
   */
  readonly repair?: (call: PolicyCall<Context>, issues: readonly Issue[]) => unknown;
  /**
   * Called for each handler. The function must call `run`, which runs the handler, and return the result of
   * `run`. It can set up a context for the handler, such as the active span of `otel`.
   */
  readonly aroundHandler?: <T>(call: CallContext<Context>, run: () => T) => T;
  /**
   * Called with the errors that the model does not read: errors that a handler threw, and invalid results.
   */
  readonly onError?: (error: unknown, call: CallReference) => void;
  /**
   * Called when the result of a service or remote does not match the spec. Each mismatching location in the
   * results of a tool is reported once.
   */
  readonly onResultMismatch?: (issues: readonly Issue[], call: CallReference) => void;
}

export interface CallReference {
  readonly tool: string;
  readonly callId: string;
}

/** One call of a known tool, as the loop or `dispatch` passes it. */
export interface CallToExecute {
  readonly tool: string;
  readonly callId: string;
  readonly idempotencyKey: string;
  readonly turn: number;
  readonly args: unknown;
  /** Names of the tools that the model may call, if they are not all. */
  readonly usable?: readonly string[];
  readonly decision?: Decision;
  /** The arguments that a person saw and approved. */
  readonly approved?: Readonly<Record<string, unknown>>;
  /** The checks of the tool. If the field is missing, `executeCall` loads them. */
  readonly checks?: Promise<ToolChecks>;
  /** Returns the remaining milliseconds of the turn. Called when the handler is about to start. */
  readonly timeLeft?: () => number;
  /** Milliseconds until the deadline of the run. */
  readonly timeoutMs?: number;
  /** Called before the handler starts. `notes` describe the repairs of the arguments. */
  readonly onStart?: (notes: readonly string[] | undefined) => void;
  readonly onProgress?: (value: unknown) => unknown;
}
