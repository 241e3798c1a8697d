import type { Decision } from "../host.js";
import type { Issue } from "../issue.js";
import type { CallContext, ToolChecks } from "../tool.js";

/** A call as policies see it. */
export interface PolicyCall<Context = unknown> {
  readonly tool: string;
  readonly callId: string;
  /** A copy of the arguments that the handler would get. */
  readonly args: unknown;
  readonly context: Context;
}

/** The decision of a policy: run the call, ask a person, or refuse it with a message for the model. */
export type Verdict = "run" | "ask" | { readonly deny: string };

/** Options for the execution of calls, the same for every call of a run. */
export interface ExecuteOptions<Context = unknown> {
  /** Passed to handlers and policies. */
  readonly context?: Context;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
  /**
   * Reads variables of the environment for bound arguments. The context of the call allows other values for each user.
   * @default `process.env`, if there is one
   */
  readonly env?: ((name: string, context: Context) => string | undefined) | undefined;
  /**
   * Milliseconds for tools without `timeout` in the spec.
   * @default 30,000
   */
  readonly toolTimeoutMs?: number;
  /**
   * Characters of a result. A longer one is cut by whole items, or refused with RESULT_TOO_LARGE.
   * @default 65,536
   */
  readonly maxResultChars?: number;
  /**
   * The key of a result in the response.
   * @default "result"
   */
  readonly resultKey?: string;
  /** Decides about each call, instead of `approval` of its tool. If it throws, the call is denied. */
  readonly approve?: (call: PolicyCall<Context>) => Verdict | PromiseLike<Verdict>;
  /** Called with a refused call. Returns corrected arguments, or `undefined` to leave it refused. */
  readonly repair?: (call: PolicyCall<Context>, issues: readonly Issue[]) => unknown;
  /**
   * Called in place of each handler. Calls `run`, which runs the handler, and returns what it returns. For contexts that
   * a handler needs, such as the active span of `otel`.
   */
  readonly aroundHandler?: <T>(call: CallContext<Context>, run: () => T) => T;
  /** Called with errors that the model does not read: thrown errors and invalid results. */
  readonly onError?: (error: unknown, call: CallReference) => void;
  /** Called when the answer of a service or remote does not match the spec; once for each tool and location in the result. */
  readonly onResultMismatch?: (issues: readonly Issue[], call: CallReference) => void;
}

export interface CallReference {
  readonly tool: string;
  readonly callId: string;
}

/** One call of a known tool. */
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
  /** The checks of the tool; loaded here by default. */
  readonly checks?: Promise<ToolChecks>;
  /** Remaining milliseconds of the turn, read when the call may start. */
  readonly timeLeft?: () => number;
  /** Receives the repairs of the arguments, if any. */
  readonly onStart?: (notes: readonly string[] | undefined) => void;
  readonly onProgress?: (value: unknown) => unknown;
}
