import { callsOf } from "./history.js";
import type { Flavor } from "../model.js";
import type { Toolset } from "../tool.js";
import type { Content, FunctionCallingMode, GenerateContentRequest, Tool, ToolConfig } from "../wire.js";

/** The parts of a request that are the same in all turns of a run. */
export interface RequestFrame {
  readonly tools: readonly Tool[];
  /** The names of the declared functions. */
  readonly declared: ReadonlySet<string>;
  /** The names of the functions that the model may call in this run. */
  readonly active: ReadonlySet<string>;
  /**
   * The names of the functions that a call may use in a turn. `prepareTurn` can set other names for one turn.
   */
  readonly allowed: ReadonlySet<string>;
  /** Whether the run may not call every tool of the set. */
  readonly isLimited: boolean;
  readonly toolConfig: ToolConfig;
  readonly system: string | undefined;
  /** All other fields of the request, such as `generationConfig`. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * The tools that a run may call, if the run may not call all tools of its set. A resumed run keeps this
 * limit.
 */
export interface CallScope {
  readonly active: readonly string[];
  readonly allowed: readonly string[];
}

export interface FrameOptions {
  /**
   * Names of tools or groups. Only these tools are declared to the model, and only they can be called.
   * @default all tools of the set
   */
  readonly activeTools?: readonly string[];
  /**
   * Gemini's own `toolConfig` object, with the calling mode and the allowed names.
   * @default `toolConfig` of the spec
   */
  readonly toolConfig?: ToolConfig;
  /** The system instruction. */
  readonly system?: string;
  /** Other fields of each request, such as `generationConfig`. */
  readonly request?: Readonly<Record<string, unknown>>;
  /**
   * The service for which requests are written. Gemini and Vertex AI accept different fields.
   * @default the flavor of `model`
   */
  readonly flavor?: Flavor | undefined;
}

export function frameRequests(
  tools: Toolset<never>,
  options: FrameOptions,
  contents: readonly Content[],
  scope: CallScope | undefined,
  startedWith: number,
): RequestFrame {
  const all = tools.search?.names ?? new Set(tools.tools.keys());
  const active = limitedTo(
    options.activeTools ? expandNames(tools, options.activeTools) : all,
    scope?.active,
  );
  // Calls of undeclared functions in the history confuse a model. The functions that the history calls
  // therefore stay declared. The model may call them only if they are active.
  const called = contents.flatMap(callsOf).map(({ name = "" }) => name);
  const tool =
    tools.search?.declare(active, contents, startedWith) ?? declare(tools, new Set([...active, ...called]));
  const declared = new Set(tool.functionDeclarations.map(({ name }) => name));
  const functions = declared.size > 0 ? [tool] : [];
  const fields: Readonly<Partial<GenerateContentRequest>> = options.request ?? {};
  const { includeServerSideToolInvocations: serverSide, ...config } =
    options.toolConfig ?? fields.toolConfig ?? tools.toolConfig ?? {};
  // `expandNames` throws on a misspelt name. Without the error, the model would have no tools, and the reason
  // would be hard to find.
  const { mode, allowedFunctionNames: names } = config.functionCallingConfig ?? {};
  const allowed = limitedTo(names ? expandNames(tools, names) : active, scope?.allowed);
  if (mode === "ANY" && names && ![...allowed].some((name) => active.has(name)))
    throw new TypeError(`mode ANY: none of the allowed tools of "${tools.name}" is active`);
  const combined = functions.length > 0 && tools.builtins.length > 0;
  return {
    tools: [...functions, ...tools.builtins],
    declared,
    active,
    allowed,
    isLimited: [...all].some((name) => !active.has(name) || !allowed.has(name)),
    toolConfig:
      (options.flavor ?? "gemini") === "gemini" ? geminiConfig(config, serverSide ?? combined) : config,
    system: options.system,
    fields,
  };
}

function limitedTo(names: ReadonlySet<string>, limit: readonly string[] | undefined): ReadonlySet<string> {
  return limit ? new Set([...names].filter((name) => limit.includes(name))) : names;
}

/** Returns the tools to which a paused run is limited, or undefined if the model may call every tool. */
export function scopeOf({ active, allowed, isLimited }: RequestFrame): CallScope | undefined {
  return isLimited ? { active: [...active], allowed: [...allowed] } : undefined;
}

type Functions = Required<Pick<Tool, "functionDeclarations">>;

const completeSets = new WeakMap<Toolset<never>, Functions>();

/**
 * Returns the declarations of the tools with these names. For all tools of a set, the function always returns
 * the same object. An encoder can therefore cache the encoded declarations by their object.
 */
function declare(tools: Toolset<never>, names: ReadonlySet<string>): Functions {
  const declared = [...tools.tools.values()].filter((tool) => names.has(tool.entry.name));
  const cached = declared.length === tools.tools.size ? completeSets.get(tools) : undefined;
  if (cached) return cached;
  const tool = { functionDeclarations: declared.map(({ entry }) => entry.declaration) };
  if (declared.length === tools.tools.size) completeSets.set(tools, tool);
  return tool;
}

/**
 * Converts a tool config for the Gemini API. With built-in tools, the Gemini API requires a flag that Vertex
 * AI refuses. The Gemini API refuses streamed arguments, which Vertex AI supports.
 */
function geminiConfig(
  { functionCallingConfig: calling, ...config }: ToolConfig,
  serverSide: boolean,
): ToolConfig {
  const { streamFunctionCallArguments: _pieces, ...functionCallingConfig } = calling ?? {};
  return {
    ...config,
    functionCallingConfig,
    ...(serverSide && { includeServerSideToolInvocations: true }),
  };
}

/**
 * Replaces the names of groups by the names of their tools. Throws on an unknown name, because it is a
 * mistake in the program.
 */
export function expandNames(tools: Toolset<never>, names: readonly string[]): ReadonlySet<string> {
  const expanded = new Set(
    names.flatMap((name) => {
      if (tools.tools.has(name)) return [name];
      if (Object.hasOwn(tools.groups, name)) return tools.groups[name] ?? [];
      throw new TypeError(`"${tools.name}" has no tool or group "${name}"`);
    }),
  );
  return tools.search?.reach(expanded) ?? expanded;
}

/** The settings of one turn. */
export interface TurnChoice {
  readonly mode?: FunctionCallingMode | undefined;
  /** The names of the functions that the model may call in this turn. */
  readonly allowed?: ReadonlySet<string> | undefined;
  readonly system?: string;
  readonly contents?: readonly Content[];
}

/** Builds the request of one turn. Also returns the names of the functions that its answer may call. */
export function buildRequest(
  frame: RequestFrame,
  contents: readonly Content[],
  choice: TurnChoice,
): { request: GenerateContentRequest; allowed: ReadonlySet<string> } {
  const { functionCallingConfig = {}, ...rest } = frame.toolConfig;
  const { mode: defaultMode, allowedFunctionNames: _names, ...config } = functionCallingConfig;
  const mode = choice.mode ?? defaultMode;
  const names = choice.allowed ?? frame.allowed;
  const allowed = new Set(mode === "NONE" ? [] : [...frame.active].filter((name) => names.has(name)));
  const declared = new Set([...allowed].filter((name) => frame.declared.has(name)));
  const calling = { ...config, ...callingConfig(frame, mode, declared) };
  const hasCalling = frame.declared.size > 0 && Object.keys(calling).length > 0;
  const toolConfig: ToolConfig = { ...rest, ...(hasCalling && { functionCallingConfig: calling }) };
  const system = choice.system ?? frame.system;
  const request: GenerateContentRequest = { ...frame.fields, contents: choice.contents ?? [...contents] };
  // A request with cached content must not repeat these fields. The cache contains them.
  if (request.cachedContent === undefined) {
    if (system !== undefined) request.systemInstruction = { parts: [{ text: system }] };
    if (frame.tools.length > 0) request.tools = frame.tools;
    if (Object.keys(toolConfig).length > 0) request.toolConfig = toolConfig;
  }
  return { request, allowed };
}

/**
 * Builds the calling config. `allowedFunctionNames` requires the mode ANY or VALIDATED. The service refuses
 * the mode AUTO together with server-side tools.
 */
function callingConfig(
  frame: RequestFrame,
  mode: FunctionCallingMode | undefined,
  allowed: ReadonlySet<string>,
): ToolConfig["functionCallingConfig"] {
  if (allowed.size === 0) return { mode: "NONE" };
  if (allowed.size < frame.declared.size) {
    return { mode: mode === "ANY" ? "ANY" : "VALIDATED", allowedFunctionNames: [...allowed] };
  }
  if (mode === "AUTO" && frame.toolConfig.includeServerSideToolInvocations) return { mode: "VALIDATED" };
  return mode && { mode };
}
