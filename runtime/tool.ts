import type { Parsed, Validated } from "./issue.js";
import type { Content, FunctionDeclaration, FunctionResponse, Scheduling, ToolConfig } from "./wire.js";

/** The part of a generated tool that is loaded before its first call. */
export interface ToolEntry<Args = unknown, Result = unknown> {
  /** The name that the model uses. */
  readonly name: string;
  /** Set if the tool runs in a remote. */
  readonly remote?: RemoteReference;
  readonly declaration: FunctionDeclaration;
  readonly policy: ToolPolicy;
  /** Loads the plain JSON Schemas of the tool. Set if the project has `jsonSchemas: true`. */
  readonly schemas?: () => ToolSchemas | Promise<ToolSchemas>;
  /** Called with the first call, so that a set of any size starts at once. */
  readonly checks: () => ToolChecks<Args, Result> | Promise<ToolChecks<Args, Result>>;
}

/** JSON Schemas 2020-12 of a tool, for systems other than Gemini. Each contains every definition that it needs. */
export interface ToolSchemas {
  /** The arguments without the bound ones. */
  readonly input: JsonSchema;
  /** The result, if the spec describes it. */
  readonly output?: JsonSchema;
}

/** `true` accepts every value, `false` none. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** The checks of one tool. Pure functions. */
export interface ToolChecks<Args = unknown, Result = unknown> {
  /** Decodes, validates and repairs the model's arguments, and fills in defaults. */
  readonly parse: (wire: unknown, options?: ParseOptions) => Parsed<Args>;
  /** Checks a result, if the spec describes it. */
  readonly checkResult?: (value: unknown) => Validated<Result>;
  /** `warn` returns a mismatching result all the same and warns the developer. By default the call fails. */
  readonly mismatch?: "warn";
}

export interface RemoteReference {
  /** The name of the remote in the options of `create<Set>`. */
  readonly of: string;
  /** The name of the tool in the remote. */
  readonly name: string;
  /** The signature of the tool when the spec was imported. */
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
  /** Never runs at the same time as another serial tool of its set, in any run. Its handler must not wait for one. */
  readonly serial?: boolean;
  /** The result comes later; the run pauses. */
  readonly longRunning?: boolean;
  /** Live API: the model continues while the tool runs. */
  readonly nonBlocking?: boolean;
  readonly bind?: Readonly<Record<string, BoundValue>>;
  readonly result?: {
    readonly pick?: readonly string[];
    readonly maxItems?: number;
    readonly maxChars?: number;
  };
}

export type BoundValue =
  /** `optional` omits the argument if the context has no such value. */
  | { readonly from: "context"; readonly path: readonly string[]; readonly optional?: boolean }
  | { readonly from: "env"; readonly name: string }
  | { readonly from: "value"; readonly value: unknown };

/** The context of the call that a handler serves. */
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
  /** Names of the tools that the model may call, if they are not all. A tool that lists other tools lists only these. */
  readonly usable?: readonly string[] | undefined;
  /** Reports progress to the listeners of the run. The model does not see it. */
  progress(value: unknown): void;
  /** Sets the arguments for the next page. The model reads them as `next` beside the result. */
  nextPage?(args: NextPage): void;
  /** Switches the check of the result off, for a result that the spec does not describe, such as the handle of a file. */
  skipResultCheck?(): void;
}

/** The arguments that request the next page. */
export type NextPage = Readonly<Record<string, string | number>>;

export type Handler<Args = never, Context = unknown, Result = unknown> = (
  args: Args,
  call: CallContext<Context>,
) => Result | Promise<Result>;

/**
 * The return value of a handler: its result, or a `FunctionResponse` (media parts, scheduling) from `wholeResponse`.
 */
export type Reply<Result> = Result | WholeResponse | Promise<Result | WholeResponse>;

/** A response that is sent unchanged; created by `wholeResponse`. */
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

/** A generated set with its handlers, for agents, `dispatch` and adapters. */
export interface Toolset<Context = unknown> {
  readonly name: string;
  /** Changes with any declaration, so that a paused run is not resumed with other tools. */
  readonly hash: string;
  readonly tools: ReadonlyMap<string, BoundTool<Context>>;
  readonly groups: Readonly<Record<string, readonly string[]>>;
  /** Built-in Gemini tools that are sent with the functions, such as `{ codeExecution: {} }`. */
  readonly builtins: readonly Readonly<Record<string, unknown>>[];
  readonly toolConfig?: ToolConfig;
  /** The environment for bound arguments; `process.env` by default. */
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

/** Adds the context to options if the handlers need one. */
export type WithContext<Context, Options> = unknown extends Context
  ? Options
  : undefined extends Context
    ? Options
    : Options & { readonly context: Context };

/** The last parameter of functions that run handlers. It is optional if the handlers need no context. */
export type OptionsFor<Context, Options> = unknown extends Context
  ? [options?: Options]
  : undefined extends Context
    ? [options?: Options]
    : [options: Options & { readonly context: Context }];

/** Tools in another process: a Python worker, an MCP server, a snakepit host. */
export interface Remote {
  list(): Promise<readonly RemoteTool[]>;
  /** Runs a tool. Fails if the tool's signature differs from `signature`. */
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
