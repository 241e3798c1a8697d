import { ToolError } from "../errors.js";
import { nearest } from "../base/nearest.js";
import type { BoundTool, CallContext, Toolset } from "../tool.js";
import type { FunctionDeclaration } from "../wire.js";
import { readCall } from "./call-arguments.js";
import { unknownTool } from "./search-tool.js";
import { hitsOf, searchTools } from "./search-tools.js";

/**
 * `call_tool` of a set. A valid call of it is resolved to a call of the real tool before anything runs, so this function
 * only explains calls that cannot be resolved. It never runs a tool: policies and limits apply to the real one.
 */
export function callTool<Context>(
  set: Toolset<Context>,
  declaration: FunctionDeclaration,
  accepts: (tool: string, argument: string) => boolean,
): BoundTool<Context> {
  const run = (sent: unknown, { usable }: CallContext<Context>): never => {
    const { name, args } = readCall(sent, accepts, declaration.name);
    const known = [...set.search!.complete.tools.keys()].filter((one) => usable?.includes(one) ?? true);
    if (known.includes(name)) {
      const [hit] = hitsOf(set, [name]);
      if (args === undefined)
        throw new ToolError(
          "INVALID_ARGUMENTS",
          `${name}: write \`arguments\` as the JSON text of an object in this form: ${hit?.call ?? "{}"}`,
        );
      throw new TypeError(`call_tool was not resolved; run it with dispatch() or an agent`);
    }
    if (name === "")
      throw new ToolError(
        "INVALID_ARGUMENTS",
        "call_tool: add `name`, the name of a found tool, and `arguments`, its arguments as JSON text.",
      );
    const alike =
      nearest(name, known)
        ?.split(" or ")
        .map((quoted) => JSON.parse(quoted) as string) ?? [];
    const hits = [
      ...hitsOf(set, alike),
      ...searchTools(set, [name], 3, { usable: usable && new Set(usable) }),
    ];
    throw unknownTool(name, [...new Map(hits.map((hit) => [hit.name, hit])).values()]);
  };
  return {
    entry: {
      name: declaration.name,
      declaration,
      policy: {},
      checks: () => ({ parse: (wire) => ({ ok: true, value: wire ?? {} }) }),
    },
    run: run as BoundTool<Context>["run"],
  };
}
