import { checkNode, checkPolicies } from "../base/agreement.js";
import { fingerprint } from "../base/fingerprint.js";
import type { BoundTool, CallContext, Remote, ToolEntry, Toolset } from "../tool.js";

/** The input of `createToolset`, from a generated `create<Set>`. */
export interface ToolsetParts<Context> {
  readonly name: string;
  /** Every tool with the function that runs it, in declaration order. */
  readonly tools: readonly (BoundTool<Context> | UnboundTool)[];
  readonly groups?: Toolset["groups"];
  readonly builtins?: Toolset["builtins"];
  readonly toolConfig?: Toolset["toolConfig"];
  /** The connection of a set with HTTP tools. */
  readonly http?: unknown;
}

/** A tool without a handler. */
export interface UnboundTool {
  readonly entry: ToolEntry;
  readonly run?: undefined;
}

/**
 * Creates a tool set. The generator writes the names, so a missing function is a mistake in the application and
 * throws.
 */
export function createToolset<Context>(parts: ToolsetParts<Context>): Toolset<Context> {
  checkNode();
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

/** Binds a tool to a handler. `handlers` may be an object or an instance of a class. */
export function bindHandler<Context>(entry: ToolEntry, handlers: object): BoundTool<Context> | UnboundTool {
  // A program in JavaScript may pass no handlers; `createToolset` reports the missing one.
  const handler = (handlers as Readonly<Record<string, unknown>> | undefined)?.[entry.name];
  if (typeof handler !== "function") return { entry };
  return { entry, run: (args, call) => handler.call(handlers, args, call) };
}

/** Binds a tool to a function, for handlers with their own parameter list. */
export function bindFunction<Args, Context>(
  entry: ToolEntry<Args>,
  run: (args: Args, call: CallContext<Context>) => unknown,
): BoundTool<Context> {
  return { entry, run: run as BoundTool<Context>["run"] };
}

/** Binds a tool to a remote, which may know it under another name. */
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

/** The input of the hash of a set; computed only when a run pauses. */
function declarationsOf(tools: ReadonlyMap<string, BoundTool<never>>): string[] {
  return Array.from(tools.values(), ({ entry }) => JSON.stringify([entry.declaration, entry.policy]));
}
