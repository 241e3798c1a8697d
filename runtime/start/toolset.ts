import { checkNode, checkOutput, checkPolicies } from "../base/agreement.js";
import { fingerprint } from "../base/fingerprint.js";
import type { BoundTool, CallContext, Remote, ToolEntry, Toolset } from "../tool.js";

/** The argument of `createToolset`. A generated `create<Set>` function passes it. */
export interface ToolsetParts<Context> {
  readonly name: string;
  /** The version of the generated output. A set that was written by hand has none. */
  readonly output?: number;
  /** All tools, each with the function that runs it, in the order of the declarations. */
  readonly tools: readonly (BoundTool<Context> | UnboundTool)[];
  readonly groups?: Toolset["groups"];
  readonly builtins?: Toolset["builtins"];
  readonly toolConfig?: Toolset["toolConfig"];
  /** The handlers that the application passed. */
  readonly handlers?: object;
  /** The HTTP connection of a set that has HTTP tools. */
  readonly http?: unknown;
}

/** A tool for which the application passed no handler. `createToolset` reports it. */
export interface UnboundTool {
  readonly entry: ToolEntry;
  readonly run?: undefined;
}

/**
 * Creates a tool set. Throws if a tool has no function: the generator lists all tools, so a missing function
 * is a mistake in the application.
 */
export function createToolset<Context>(parts: ToolsetParts<Context>): Toolset<Context> {
  checkNode();
  checkOutput(parts.name, parts.output);
  const tools = new Map<string, BoundTool<Context>>();
  if (!parts.tools?.every?.(({ entry }) => entry))
    throw new TypeError("createToolset() needs `tools`, each with its `entry` and `run`");
  if ("http" in parts && !parts.http) throw new TypeError(`${parts.name}: no connection; add it as \`http\``);
  for (const tool of parts.tools) {
    checkPolicies(tool.entry);
    const { name, remote } = tool.entry;
    if (tool.run === undefined) {
      const kind = remote ? "remote" : "handler";
      throw new TypeError(`${parts.name}: no ${kind} for "${name}"; add it to \`${kind}s\``);
    }
    tools.set(name, tool);
  }
  refuseUnknownHandlers(parts.name, parts.handlers, tools);
  let hash: string | undefined;
  return {
    name: parts.name,
    get hash() {
      return (hash ??= fingerprint(declarationsOf(tools)));
    },
    tools,
    groups: parts.groups ?? {},
    builtins: parts.builtins ?? [],
    ...(parts.toolConfig && { toolConfig: parts.toolConfig }),
  };
}

/**
 * Throws if a function of a plain object has the name of no tool. An instance of a class may have other
 * functions.
 */
function refuseUnknownHandlers(
  set: string,
  handlers: object = [],
  tools: ReadonlyMap<string, unknown>,
): void {
  if (Object.getPrototypeOf(handlers) === Object.prototype)
    for (const [name, handler] of Object.entries(handlers))
      if (typeof handler === "function" && !tools.has(name))
        throw new TypeError(`handlers: "${set}" has no tool ${JSON.stringify(name)}`);
}

/**
 * Binds a tool to the handler of the same name. `handlers` may be a plain object or an instance of a class.
 */
export function bindHandler<Context>(entry: ToolEntry, handlers: object): BoundTool<Context> | UnboundTool {
  // A JavaScript program may omit `handlers`. `createToolset` then reports the missing handler.
  const handler = (handlers as Readonly<Record<string, unknown>> | undefined)?.[entry.name];
  if (typeof handler !== "function") return { entry };
  return { entry, run: (args, call) => handler.call(handlers, args, call) };
}

/**
 * Binds a tool to a function that takes the arguments of the tool as one object. Generated code uses this
 * function for handlers that have their own parameter list.
 */
export function bindFunction<Args, Context>(
  entry: ToolEntry<Args>,
  run: (args: Args, call: CallContext<Context>) => unknown,
): BoundTool<Context> {
  return { entry, run: run as BoundTool<Context>["run"] };
}

/**
 * Binds a tool to a remote. The name of the tool in the remote may differ from the name that the model uses.
 */
export function bindRemote<Context>(entry: ToolEntry, remote: Remote): BoundTool<Context> {
  const { name, signature } = entry.remote ?? { name: entry.name };
  return {
    entry,
    run:
      remote &&
      ((args: Readonly<Record<string, unknown>>, call: CallContext<Context>) =>
        remote.call(name, args, call, signature)),
  };
}

/**
 * Returns the texts from which the hash of a set is computed. Only a run that pauses or resumes needs the
 * hash.
 */
function declarationsOf(tools: ReadonlyMap<string, BoundTool<never>>): string[] {
  return Array.from(tools.values(), ({ entry }) => JSON.stringify([entry.declaration, entry.policy]));
}
