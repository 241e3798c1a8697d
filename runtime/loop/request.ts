import { callsOf } from "./history.js";
import type { Flavor } from "../model.js";
import type { Toolset } from "../tool.js";
import type { Content, FunctionCallingMode, GenerateContentRequest, Tool, ToolConfig } from "../wire.js";

/** What every request of a run has in common. */
export interface RequestFrame {
  readonly tools: readonly Tool[];
  /** Names of the declared functions. */
  readonly declared: ReadonlySet<string>;
  /** Names a model may call in this run. */
  readonly active: ReadonlySet<string>;
  /** Those it may call where a turn says nothing else. */
  readonly allowed: ReadonlySet<string>;
  readonly toolConfig: ToolConfig;
  readonly system: string | undefined;
  /** Any other field of the request. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The tools that a run may call, where they are not all of its set. A resumed run keeps the limit. */
export interface CallScope {
  readonly active: readonly string[];
  readonly allowed: readonly string[];
}

export interface FrameOptions {
  /**
   * Names of tools or groups. Only these are declared; the others do not exist for the run.
   * @default all tools of the set
   */
  readonly activeTools?: readonly string[];
  /**
   * Gemini's own object: mode and allowed names.
   * @default `toolConfig` of the spec
   */
  readonly toolConfig?: ToolConfig;
  /** The system instruction. */
  readonly system?: string;
  /** Other fields of the request, such as `generationConfig`. */
  readonly request?: Readonly<Record<string, unknown>>;
  /**
   * Which service's forms requests have.
   * @default that of `model`
   */
  readonly flavor?: Flavor | undefined;
}

export function frameRequests(
  tools: Toolset<never>,
  options: FrameOptions,
  contents: readonly Content[],
  scope?: CallScope,
): RequestFrame {
  const all = [...tools.tools.keys()];
  const active = within(
    options.activeTools ? expandNames(tools, options.activeTools) : new Set(all),
    scope?.active,
  );
  // A history whose functions are no longer declared confuses the model; they stay declared and are not allowed.
  const called = contents.flatMap(callsOf).map(({ name = "" }) => name);
  const declared = new Set([...active, ...called.filter((name) => tools.tools.has(name))]);
  const functions = declared.size > 0 ? [declare(tools, declared)] : [];
  const fields: Readonly<Partial<GenerateContentRequest>> = options.request ?? {};
  const { includeServerSideToolInvocations: serverSide, ...config } =
    options.toolConfig ?? fields.toolConfig ?? tools.toolConfig ?? {};
  // A misspelt name would leave the model without tools, and nobody would know why.
  const { mode, allowedFunctionNames: names } = config.functionCallingConfig ?? {};
  const allowed = within(names ? expandNames(tools, names) : active, scope?.allowed);
  if (mode === "ANY" && names && ![...allowed].some((name) => active.has(name)))
    throw new TypeError(`mode ANY: none of the allowed tools of "${tools.name}" is active`);
  const combined = functions.length > 0 && tools.builtins.length > 0;
  return {
    tools: [...functions, ...tools.builtins],
    declared,
    active,
    allowed,
    toolConfig: options.flavor === "vertex" ? config : geminiConfig(config, serverSide ?? combined),
    system: options.system,
    fields,
  };
}

function within(names: ReadonlySet<string>, limit: readonly string[] | undefined): ReadonlySet<string> {
  return limit ? new Set([...names].filter((name) => limit.includes(name))) : names;
}

/** The limit that a paused run takes along; nothing where every tool may be called. */
export function scopeOf({ active, allowed }: RequestFrame, tools: Toolset<never>): CallScope | undefined {
  const open = active.size === tools.tools.size && [...active].every((name) => allowed.has(name));
  return open ? undefined : { active: [...active], allowed: [...allowed] };
}

const wholeSets = new WeakMap<Toolset<never>, Tool>();

/** The declarations of these tools; all of a set are always the same object, so that whoever encodes it can remember that. */
function declare(tools: Toolset<never>, names: ReadonlySet<string>): Tool {
  const known = names.size === tools.tools.size ? wholeSets.get(tools) : undefined;
  if (known) return known;
  const declared = [...tools.tools.values()].filter((tool) => names.has(tool.entry.name));
  const tool = { functionDeclarations: declared.map(({ entry }) => entry.declaration) };
  if (declared.length === tools.tools.size) wholeSets.set(tools, tool);
  return tool;
}

/** The Gemini API demands a flag beside built-in tools, which Vertex refuses, and refuses arguments in pieces, which Vertex offers. */
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

/** Tool names and group names as tool names. A name of neither is the programmer's mistake and throws. */
export function expandNames(tools: Toolset<never>, names: readonly string[]): Set<string> {
  return new Set(
    names.flatMap((name) => {
      if (tools.tools.has(name)) return [name];
      if (Object.hasOwn(tools.groups, name)) return tools.groups[name] ?? [];
      throw new TypeError(`"${tools.name}" has no tool or group "${name}"`);
    }),
  );
}

/** What is special about one turn. */
export interface TurnChoice {
  readonly mode?: FunctionCallingMode | undefined;
  /** Names the model may call in this turn. */
  readonly allowed?: ReadonlySet<string> | undefined;
  readonly system?: string;
  readonly contents?: readonly Content[];
}

/** The request of one turn, and the names that may be called in its answer. */
export function buildRequest(
  frame: RequestFrame,
  contents: readonly Content[],
  choice: TurnChoice,
): { request: GenerateContentRequest; allowed: ReadonlySet<string> } {
  const { functionCallingConfig = {}, ...rest } = frame.toolConfig;
  const { mode: usualMode, allowedFunctionNames: _names, ...config } = functionCallingConfig;
  const mode = choice.mode ?? usualMode;
  const names = choice.allowed ?? frame.allowed;
  const allowed = new Set(mode === "NONE" ? [] : [...frame.active].filter((name) => names.has(name)));
  const calling = { ...config, ...callingConfig(frame, mode, allowed) };
  const hasCalling = frame.declared.size > 0 && Object.keys(calling).length > 0;
  const toolConfig: ToolConfig = { ...rest, ...(hasCalling && { functionCallingConfig: calling }) };
  const system = choice.system ?? frame.system;
  const request: GenerateContentRequest = { ...frame.fields, contents: choice.contents ?? [...contents] };
  // Beside a cache these fields live in the cache.
  if (request.cachedContent === undefined) {
    if (system !== undefined) request.systemInstruction = { parts: [{ text: system }] };
    if (frame.tools.length > 0) request.tools = frame.tools;
    if (Object.keys(toolConfig).length > 0) request.toolConfig = toolConfig;
  }
  return { request, allowed };
}

/** `allowedFunctionNames` goes with ANY and VALIDATED only, and AUTO not with server-side tools. */
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
