import { signatureOf } from "@toolpress/runtime/remotes/signature";
import type { RemoteTool } from "@toolpress/runtime";
import { legalName } from "../name/name.js";
import type { Origin, SourceLocation } from "../base/origin.js";
import type { Source } from "../pipeline/prepare.js";

/** The tools that a remote listed, and the names for the new spec. */
export interface RemoteListing {
  readonly kind: "python" | "mcp" | "snakepit";
  /** The name of the remote in the spec. */
  readonly remote: string;
  /** The name of the tool set. */
  readonly name: string;
  /** The source of the tools, for messages. */
  readonly path: string;
  readonly tools: readonly RemoteTool[];
  /** Returns the location of a tool or of one of its parameters in the source. */
  readonly locationOf?: (tool: string, parameter: string | undefined) => SourceLocation | undefined;
}

/**
 * Converts the tools of a remote into a toolpress document. Each tool is bound to the remote and has its
 * signature.
 */
export function describeRemote({ kind, remote, name, path, tools, locationOf }: RemoteListing): Source {
  // The tools are written as a list, so that two tools with the same name are reported. Each schema keeps its
  // own `$defs`, because two tools may use the same name for different definitions.
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
    locationOf: ([list, index, field, , parameter]: Origin["path"]) => {
      const tool = list === "tools" ? tools[Number(index)] : undefined;
      const parameterName = field === "parameters" && typeof parameter === "string" ? parameter : undefined;
      return tool && locationOf?.(tool.name, parameterName);
    },
  };
}
