import { callsOf } from "./history.js";
import type { Flavor } from "../model.js";
import type { Toolset } from "../tool.js";
import type { Content, FunctionCallingMode, GenerateContentRequest, Tool, ToolConfig } from "../wire.js";

/** The parts that all requests of a run share. */
export interface RequestFrame {
  readonly tools: readonly Tool[];
  /** Names of the declared functions. */
  readonly declared: ReadonlySet<string>;
  /** Names that the model may call in this run. */
  readonly active: ReadonlySet<string>;
  /** Names that the model may call unless a turn sets others. */
  readonly allowed: ReadonlySet<string>;
  readonly toolConfig: ToolConfig;
  readonly system: string | undefined;
  /** All other fields of the request. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The tools that a run may call, if they are not the complete set. A resumed run keeps this limit. */
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
  checkApi(contents, options.flavor);
  const all = [...tools.tools.keys()];
  const active = limitedTo(
    options.activeTools ? expandNames(tools, options.activeTools) : new Set(all),
    scope?.active,
  );
  // A model gets confused by calls of undeclared functions in the history. They stay declared but are not allowed.
  const called = contents.flatMap(callsOf).map(({ name = "" }) => name);
  const declared = new Set([...active, ...called.filter((name) => tools.tools.has(name))]);
  const functions = declared.size > 0 ? [declare(tools, declared)] : [];
  const fields: Readonly<Partial<GenerateContentRequest>> = options.request ?? {};
  const { includeServerSideToolInvocations: serverSide, ...config } =
    options.toolConfig ?? fields.toolConfig ?? tools.toolConfig ?? {};
  // `expandNames` throws on a misspelt name, which would otherwise leave the model without tools for no visible
  // reason.
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
    toolConfig: (options.flavor ?? "gemini") === "gemini" ? geminiConfig(config, serverSide ?? combined) : config,
    system: options.system,
    fields,
  };
}

/** Thought signatures of one API mean nothing to another, so a history continues only with the API that wrote it. */
function checkApi(contents: readonly Content[], flavor: Flavor | undefined): void {
  const isForeign = ({ steps, parts = [] }: Content): boolean =>
    flavor === "interactions"
      ? !steps && parts.some((part) => part.functionCall || part.thoughtSignature)
      : !!flavor && !!steps;
  const at = contents.findIndex((content) => content.role === "model" && isForeign(content));
  if (at >= 0)
    throw new TypeError(
      `contents[${at}] was written by another API than that of the model; convert the history with plainTurns() of @toolpress/runtime/interactions`,
    );
}

function limitedTo(names: ReadonlySet<string>, limit: readonly string[] | undefined): ReadonlySet<string> {
  return limit ? new Set([...names].filter((name) => limit.includes(name))) : names;
}

/** The limit that a paused run keeps. Undefined if the model may call every tool. */
export function scopeOf({ active, allowed }: RequestFrame, tools: Toolset<never>): CallScope | undefined {
  const isUnlimited = active.size === tools.tools.size && [...active].every((name) => allowed.has(name));
  return isUnlimited ? undefined : { active: [...active], allowed: [...allowed] };
}

const completeSets = new WeakMap<Toolset<never>, Tool>();

/**
 * The declarations of these tools. A complete set always gives the same object, so encoders can cache its text by
 * identity.
 */
function declare(tools: Toolset<never>, names: ReadonlySet<string>): Tool {
  const cached = names.size === tools.tools.size ? completeSets.get(tools) : undefined;
  if (cached) return cached;
  const declared = [...tools.tools.values()].filter((tool) => names.has(tool.entry.name));
  const tool = { functionDeclarations: declared.map(({ entry }) => entry.declaration) };
  if (declared.length === tools.tools.size) completeSets.set(tools, tool);
  return tool;
}

/**
 * With built-in tools the Gemini API requires a flag that Vertex refuses. It also refuses streamed arguments, which
 * Vertex supports.
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

/** Replaces group names by the names of their tools. An unknown name is a mistake in the program and throws. */
export function expandNames(tools: Toolset<never>, names: readonly string[]): Set<string> {
  return new Set(
    names.flatMap((name) => {
      if (tools.tools.has(name)) return [name];
      if (Object.hasOwn(tools.groups, name)) return tools.groups[name] ?? [];
      throw new TypeError(`"${tools.name}" has no tool or group "${name}"`);
    }),
  );
}

/** The settings of one turn. */
export interface TurnChoice {
  readonly mode?: FunctionCallingMode | undefined;
  /** Names that the model may call in this turn. */
  readonly allowed?: ReadonlySet<string> | undefined;
  readonly system?: string;
  readonly contents?: readonly Content[];
}

/** The request of one turn, and the names that its answer may call. */
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
  const calling = { ...config, ...callingConfig(frame, mode, allowed) };
  const hasCalling = frame.declared.size > 0 && Object.keys(calling).length > 0;
  const toolConfig: ToolConfig = { ...rest, ...(hasCalling && { functionCallingConfig: calling }) };
  const system = choice.system ?? frame.system;
  const request: GenerateContentRequest = { ...frame.fields, contents: choice.contents ?? [...contents] };
  // With cached content, the cache contains these fields.
  if (request.cachedContent === undefined) {
    if (system !== undefined) request.systemInstruction = { parts: [{ text: system }] };
    if (frame.tools.length > 0) request.tools = frame.tools;
    if (Object.keys(toolConfig).length > 0) request.toolConfig = toolConfig;
  }
  return { request, allowed };
}

/** `allowedFunctionNames` requires ANY or VALIDATED. AUTO does not work with server-side tools. */
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
