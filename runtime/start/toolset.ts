import { fingerprint } from "../base/fingerprint.js";
import type { BoundTool, CallContext, Remote, ToolEntry, Toolset } from "../tool.js";

/** What a generated `create<Set>` hands over. */
export interface ToolsetParts<Context> {
  readonly name: string;
  /** Every tool with the function that runs it, in declaration order. */
  readonly tools: readonly (BoundTool<Context> | UnboundTool)[];
  readonly groups?: Toolset["groups"];
  readonly builtins?: Toolset["builtins"];
  readonly toolConfig?: Toolset["toolConfig"];
}

/** A tool for which the user gave no handler. */
export interface UnboundTool {
  readonly entry: ToolEntry;
  readonly run?: undefined;
}

/** Makes a toolset. Names come from the generator, so a missing function is the programmer's mistake and throws. */
export function createToolset<Context>(parts: ToolsetParts<Context>): Toolset<Context> {
  const tools = new Map<string, BoundTool<Context>>();
  for (const tool of parts.tools) {
    if (tool.run === undefined) {
      throw new TypeError(`${parts.name}: no handler for "${tool.entry.name}"; add it to \`handlers\``);
    }
    tools.set(tool.entry.name, tool);
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

/** A tool that a handler of the user's runs; `handlers` may be an object or an instance of a class. */
export function bindHandler<Context>(entry: ToolEntry, handlers: object): BoundTool<Context> | UnboundTool {
  const handler: unknown = Reflect.get(handlers, entry.name);
  if (typeof handler !== "function") return { entry };
  return { entry, run: (args, call) => handler.call(handlers, args, call) };
}

/** A tool that a function of the user's runs, whichever way it takes its arguments. */
export function bindFunction<Args, Context>(
  entry: ToolEntry<Args>,
  run: (args: Args, call: CallContext<Context>) => unknown,
): BoundTool<Context> {
  return { entry, run: run as BoundTool<Context>["run"] };
}

/** A tool that runs elsewhere, under its own name there. */
export function bindRemote<Context>(entry: ToolEntry, at: Remote): BoundTool<Context> {
  const { name, signature } = entry.remote ?? { name: entry.name };
  return {
    entry,
    run: (args: Readonly<Record<string, unknown>>, call: CallContext<Context>) =>
      at.call(name, args, call, signature),
  };
}

/** What the hash of a set is made of; asked for only when a run pauses. */
function declarationsOf(tools: ReadonlyMap<string, BoundTool<never>>): string[] {
  return Array.from(tools.values(), ({ entry }) => JSON.stringify([entry.declaration, entry.policy]));
}
