import type { Parsed, Validated } from "./issue.js";
import type { FunctionDeclaration, FunctionResponse, Scheduling, ToolConfig } from "./wire.js";

/** What generated code knows about one tool before the model calls it. */
export interface ToolEntry<Args = unknown, Result = unknown> {
  /** As the model calls it. */
  readonly name: string;
  /** Where a tool runs that does not run here. */
  readonly remote?: RemoteReference;
  readonly declaration: FunctionDeclaration;
  readonly policy: ToolPolicy;
  /** Asked for with the first call: a set of any size starts at once, and loads what it uses. */
  readonly checks: () => ToolChecks<Args, Result> | Promise<ToolChecks<Args, Result>>;
}

/** What calls of one tool go through; pure functions. */
export interface ToolChecks<Args = unknown, Result = unknown> {
  /** Decodes, validates, repairs and completes what the model sent. */
  readonly parse: (wire: unknown, options?: ParseOptions) => Parsed<Args>;
  /** Checks a result, where the spec describes it. */
  readonly checkResult?: (value: unknown) => Validated<Result>;
  /** With `warn`, a result that does not match is still the result, and the developer gets a warning. Otherwise the call fails. */
  readonly mismatch?: "warn";
}

export interface RemoteReference {
  /** Name of the remote, as `create<Set>` takes it. */
  readonly of: string;
  /** The tool's name there. */
  readonly name: string;
  /** How the remote described the tool when the spec was made. */
  readonly signature?: string;
}

export interface ParseOptions {
  /** Values of bound arguments, which the model must not send. */
  readonly bound?: Readonly<Record<string, unknown>>;
}

export interface ToolPolicy {
  /** A person must agree before the tool runs. */
  readonly approval?: boolean;
  readonly timeoutMs?: number;
  /** Never runs beside another serial tool of its set, whichever run calls it; so its handler must not wait for one. */
  readonly serial?: boolean;
  /** The handler's answer comes later; the run pauses. */
  readonly longRunning?: boolean;
  /** Live API: the model goes on while the tool runs. */
  readonly nonBlocking?: boolean;
  readonly bind?: Readonly<Record<string, BoundValue>>;
  readonly result?: {
    readonly pick?: readonly string[];
    readonly maxItems?: number;
    readonly maxChars?: number;
  };
}

export type BoundValue =
  /** `optional`: the argument is left out where the context has no such value. */
  | { readonly from: "context"; readonly path: readonly string[]; readonly optional?: boolean }
  | { readonly from: "env"; readonly name: string }
  | { readonly from: "value"; readonly value: unknown };

/** What a handler is told about the call it serves. */
export interface CallContext<Context = unknown> {
  /** The context that was passed to `run`. */
  readonly context: Context;
  /** Aborted by a timeout, a deadline or the abort of the run. */
  readonly signal: AbortSignal;
  /** The name of the tool. */
  readonly tool: string;
  /** The id that the model gave the call, or a new one. */
  readonly callId: string;
  /** Equal for every attempt at this call, on every machine. */
  readonly idempotencyKey: string;
  /** The number of the turn, from 0. */
  readonly turn: number;
  /** Reports progress to the listeners of the run. The model does not see it. */
  progress(value: unknown): void;
  /** Sets the arguments for the next page. The model reads them as `next` beside the result. */
  nextPage?(args: NextPage): void;
  /** Switches the check of the result off, for a result that the spec does not describe, such as the handle of a file. */
  skipResultCheck?(): void;
}

/** Arguments that lead to what comes after a result. */
export type NextPage = Readonly<Record<string, string | number>>;

export type Handler<Args = never, Context = unknown, Result = unknown> = (
  args: Args,
  call: CallContext<Context>,
) => Result | Promise<Result>;

/** What a handler may give back: its result, or a whole `FunctionResponse` (media parts, scheduling) from `wholeResponse`. */
export type Reply<Result> = Result | WholeResponse | Promise<Result | WholeResponse>;

/** A response that is sent as it stands; made by `wholeResponse`. */
export interface WholeResponse {
  readonly functionResponse: Omit<FunctionResponse, "name" | "id" | "scheduling"> & {
    readonly scheduling?: Scheduling;
  };
}

/** A tool with the function that runs it. */
export interface BoundTool<Context = unknown> {
  readonly entry: ToolEntry;
  readonly run: (args: never, call: CallContext<Context>) => unknown;
}

/** A generated set with its handlers: what agents, `dispatch` and adapters take. */
export interface Toolset<Context = unknown> {
  readonly name: string;
  /** Changes when any declaration changes; guards paused runs. */
  readonly hash: string;
  readonly tools: ReadonlyMap<string, BoundTool<Context>>;
  readonly groups: Readonly<Record<string, readonly string[]>>;
  /** Built-in Gemini tools sent beside the functions, e.g. `{ codeExecution: {} }`. */
  readonly builtins: readonly Readonly<Record<string, unknown>>[];
  readonly toolConfig?: ToolConfig;
  /** Environment of bound arguments, where it is not `process.env`. */
  readonly env?: (name: string) => string | undefined;
}

/** Options with the context that handlers need; nothing more where they need none. */
export type WithContext<Context, Options> = unknown extends Context
  ? Options
  : undefined extends Context
    ? Options
    : Options & { readonly context: Context };

/** The last parameter of what runs handlers: it may be left out only where they need no context. */
export type OptionsFor<Context, Options> = unknown extends Context
  ? [options?: Options]
  : undefined extends Context
    ? [options?: Options]
    : [options: Options & { readonly context: Context }];

/** Tools that run elsewhere: a Python worker, an MCP server, a snakepit host. */
export interface Remote {
  list(): Promise<readonly RemoteTool[]>;
  /** Runs a tool; one whose signature is no longer `signature` is refused. */
  call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    call: CallContext,
    signature?: string,
  ): Promise<unknown>;
  close(): Promise<void>;
}

export interface RemoteTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
}
