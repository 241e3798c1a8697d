import { signatureOf } from "@toolpress/runtime/remotes/signature";
import type { RemoteTool } from "@toolpress/runtime";
import { legalName } from "../name/name.js";
import type { Origin, Place } from "../base/origin.js";
import type { Source } from "../pipeline/prepare.js";

export interface RemoteListing {
  readonly kind: "python" | "mcp" | "snakepit";
  /** Name of the remote in the spec. */
  readonly remote: string;
  /** Name of the set. */
  readonly name: string;
  /** Where the tools came from, for messages. */
  readonly path: string;
  readonly tools: readonly RemoteTool[];
  /** Where people find a tool, or one of its parameters. */
  readonly placeOf?: (tool: string, parameter: string | undefined) => Place | undefined;
}

/** What a remote lists, as a document of our own dialect: every tool is bound to the remote and carries its signature. */
export function describeRemote({ kind, remote, name, path, tools, placeOf }: RemoteListing): Source {
  // A list, so that two tools of one name are seen and reported. Each schema keeps its own `$defs`: tools that a remote describes
  // one by one may use one name for different things, and a spec that is imported again must not mix them up either.
  const described = tools.map((tool) => ({
    name: tool.name,
    rename: legalName(tool.name) === tool.name ? undefined : legalName(tool.name),
    description: tool.description,
    parameters: tool.inputSchema,
    response: tool.outputSchema,
    binding: { [kind]: remote, signature: signatureOf(tool.inputSchema) },
  }));
  return {
    path: `${path}.json`,
    text: JSON.stringify({ name, tools: described }, null, 2),
    from: "toolpress",
    foreign: true,
    placeOf: ([list, index, field, , parameter]: Origin["path"]) => {
      const tool = list === "tools" ? tools[Number(index)] : undefined;
      const taken = field === "parameters" && typeof parameter === "string" ? parameter : undefined;
      return tool && placeOf?.(tool.name, taken);
    },
  };
}
