import type { ToolPolicy } from "./policy.js";
import type { Parsed, Validated } from "./issue.js";
import type { Content, FunctionDeclaration, FunctionResponse, Scheduling, ToolConfig } from "./wire.js";

/** The part of a generated tool that the application loads at its start. The checks load later. */
export interface ToolEntry<Args = unknown, Result = unknown> {
  /** The name that the model uses. */
  readonly name: string;
  /** Set if a remote runs the tool. */
  readonly remote?: RemoteReference;
  readonly declaration: FunctionDeclaration;
  readonly policy: ToolPolicy;
  /** Loads the JSON Schemas of the tool. Set if the project has the option `jsonSchemas: true`. */
  readonly schemas?: () => ToolSchemas | Promise<ToolSchemas>;
  /** Loads the checks. The first call of the tool loads them, so that even a large set starts fast. */
  readonly checks: () => ToolChecks<Args, Result> | Promise<ToolChecks<Args, Result>>;
}

/**
 * The JSON Schemas (draft 2020-12) of a tool, for systems other than Gemini. Each schema contains all
 * definitions that it refers to.
 */
export interface ToolSchemas {
  /** The schema of the arguments, without bound arguments. */
  readonly input: JsonSchema;
  /** The schema of the result, if the spec describes the result. */
  readonly output?: JsonSchema;
}

/** A JSON Schema. `true` accepts every value, and `false` accepts no value. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** The generated checks of one tool. All are pure functions. */
export interface ToolChecks<Args = unknown, Result = unknown> {
  /** Decodes, validates and repairs the model's arguments, and fills in defaults. */
  readonly parse: (wire: unknown, options?: ParseOptions) => Parsed<Args>;
  /** Checks a result. Missing if the spec does not describe the result. */
  readonly checkResult?: (value: unknown) => Validated<Result>;
  /**
   * The reaction to a result that does not match the spec. With `warn`, the model gets the result and the
   * developer gets a warning. By default, the call fails.
   */
  readonly mismatch?: "warn";
}

export type { ToolPolicy } from "./policy.js";

export interface RemoteReference {
  /** The name of the remote in the options of `create<Set>`. */
  readonly of: string;
  /** The name of the tool in the remote. */
  readonly name: string;
  /** The signature of the tool when the spec was imported. */
  readonly signature?: string;
}

export interface ParseOptions {
  /** Values of the bound arguments. The model must not send these arguments. */
  readonly bound?: Readonly<Record<string, unknown>>;
}

export type BoundValue =
  /** With `optional`, the argument is omitted if the context has no value at `path`. */
  | { readonly from: "context"; readonly path: readonly string[]; readonly optional?: boolean }
  | { readonly from: "env"; readonly name: string }
  | { readonly from: "value"; readonly value: unknown };

/** Information about the current call. Every handler gets it as the second argument. */
export interface CallContext<Context = unknown> {
  /** The context that was passed to `run`. */
  readonly context: Context;
  /** Aborts when the call times out, when the deadline passes or when the run is aborted. */
  readonly signal: AbortSignal;
  /** The name of the tool. */
  readonly tool: string;
  /** The id of the call that the model sent, or a generated id. */
  readonly callId: string;
  /** A key that stays the same if the call is repeated, also on another machine. */
  readonly idempotencyKey: string;
  /** The number of the turn, from 0. */
  readonly turn: number;
  /** Names of the tools that the model may call, if they are not all. A tool that lists other tools lists only these. */
  readonly usable?: readonly string[] | undefined;
  /** Reports progress to the listeners of the run. The model does not see it. */
  progress(value: unknown): void;
  /** Sets the arguments for the next page. The model reads them as `next`, beside the result. */
  nextPage?(args: NextPage): void;
  /**
   * Skips the check of the result, for example if the handler returns a file that the spec does not describe.
   */
  skipResultCheck?(): void;
}

/** Arguments with which the model can request the next page of a result. */
export type NextPage = Readonly<Record<string, string | number>>;

export type Handler<Args = never, Context = unknown, Result = unknown> = (
  args: Args,
  call: CallContext<Context>,
) => Result | Promise<Result>;

/**
 * The return value of a handler: the result, or a complete `FunctionResponse` that `wholeResponse` created
 * (for media and scheduling).
 */
export type Reply<Result> = Result | WholeResponse | Promise<Result | WholeResponse>;

/** A function response that the runtime sends unchanged. `wholeResponse` creates it. */
export interface WholeResponse {
  readonly functionResponse: Omit<FunctionResponse, "name" | "id" | "scheduling"> & {
    readonly scheduling?: Scheduling;
  };
}

/** A tool and the function that runs it. */
export interface BoundTool<Context = unknown> {
  readonly entry: ToolEntry;
  readonly run: (args: never, call: CallContext<Context>) => unknown;
}

/**
 * A generated set of tools and the functions that run them. Agents, `dispatch` and adapters take a `Toolset`.
 */
export interface Toolset<Context = unknown> {
  readonly name: string;
  /** A hash of all declarations. `resume` rejects a paused run whose tools have changed since. */
  readonly hash: string;
  readonly tools: ReadonlyMap<string, BoundTool<Context>>;
  readonly groups: Readonly<Record<string, readonly string[]>>;
  /** Built-in Gemini tools that are sent with the functions, such as `{ codeExecution: {} }`. */
  readonly builtins: readonly Readonly<Record<string, unknown>>[];
  readonly toolConfig?: ToolConfig;
  /** Reads an environment variable for bound arguments. Default: `process.env`. */
  readonly env?: (name: string) => string | undefined;
  /** Set if the model finds most tools with a search. `tools` then lists only the declared ones; its `get` knows all. */
  readonly search?: ToolSearch<Context>;
}

/** How a model reaches the tools of a set that are not declared. Made by `withSearch`. */
export interface ToolSearch<Context = unknown> {
  /** The set with all tools. */
  readonly complete: Toolset<Context>;
  /** The lines of `search.txt`. */
  readonly lines: readonly string[];
  readonly synonyms: Readonly<Record<string, readonly string[]>>;
  /** The most tools that are found for one query. */
  readonly results: number;
  /** The names of all tools, declared or not. */
  readonly names: ReadonlySet<string>;
  /** The call that the model means: of a found tool, or the same call. `usable` has the names that it may call. */
  readonly resolve: (call: NamedCall, usable?: ReadonlySet<string>) => NamedCall;
  /** The names with those of the tools for searching and calling, if the names include tools that are not declared. */
  readonly reach: (names: ReadonlySet<string>) => ReadonlySet<string>;
  /** For a tool that names other tools: the names that it may use, if they are not all. */
  readonly limit: (tool: string, usable: ReadonlySet<string>) => { readonly usable?: readonly string[] };
  /** The declarations for a conversation. Found tools count in `contents` from `startedWith` on, used tools everywhere. */
  readonly declare: (
    active: ReadonlySet<string>,
    contents: readonly Content[],
    startedWith: number,
  ) => { readonly functionDeclarations: readonly FunctionDeclaration[] };
  /** The response to a call, with a remark if it fails in the same way as an earlier call. */
  readonly remark: (
    call: AnsweredCall,
    earlier: readonly { readonly calls: readonly AnsweredCall[] }[],
  ) => Record<string, unknown>;
  /** Makes a set of several sets searchable, of which at least one has a search. */
  readonly combine: <Other>(complete: Toolset<Other>, sets: readonly Toolset<never>[]) => Toolset<Other>;
}

/** The name and the arguments of a call by the model. */
export interface NamedCall {
  readonly name?: string | undefined;
  readonly args?: unknown;
}

/** A call with its answer. */
export interface AnsweredCall {
  readonly tool: string;
  readonly args: unknown;
  readonly code?: string | undefined;
  readonly response: Readonly<Record<string, unknown>>;
}

/** Options with a required `context` if the handlers need one. */
export type WithContext<Context, Options> = unknown extends Context
  ? Options
  : undefined extends Context
    ? Options
    : Options & { readonly context: Context };

/**
 * The last parameter of functions that run handlers. The parameter is optional if the handlers need no
 * context.
 */
export type OptionsFor<Context, Options> = unknown extends Context
  ? [options?: Options]
  : undefined extends Context
    ? [options?: Options]
    : [options: Options & { readonly context: Context }];

/** A connection to tools in another process or server: a Python worker, an MCP server, a snakepit host. */
export interface Remote {
  list(): Promise<readonly RemoteTool[]>;
  /** Runs a tool. Fails if the remote now offers the tool with a signature other than `signature`. */
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
