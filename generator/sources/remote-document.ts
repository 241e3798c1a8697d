import { signatureOf } from "../../remotes/signature.js";
import type { RemoteTool } from "../../runtime/tool.js";
import { legalName } from "../name.js";
import type { Source } from "../prepare.js";

export interface RemoteListing {
  readonly kind: "python" | "mcp" | "snakepit";
  /** Name of the remote in the spec. */
  readonly remote: string;
  /** Name of the set. */
  readonly name: string;
  /** Where the tools came from, for messages. */
  readonly path: string;
  readonly tools: readonly RemoteTool[];
}

/** What a remote lists, as a document of our own dialect: every tool is bound to the remote and carries its signature. */
export function describeRemote({ kind, remote, name, path, tools }: RemoteListing): Source {
  const schemas: Record<string, unknown> = {};
  const described = tools.map((tool) => [
    tool.name,
    {
      rename: legalName(tool.name) === tool.name ? undefined : legalName(tool.name),
      description: tool.description,
      parameters: hoist(tool.inputSchema, schemas),
      response: tool.outputSchema === undefined ? undefined : hoist(tool.outputSchema, schemas),
      binding: { [kind]: remote, signature: signatureOf(tool.inputSchema) },
    },
  ]);
  const document = { name, schemas, tools: Object.fromEntries(described) as object };
  return { path: `${path}.json`, text: JSON.stringify(document, null, 2), from: "toolpress" };
}

/** Moves `$defs` of a tool's own schema to the shared schemas of the document. */
function hoist(schema: unknown, schemas: Record<string, unknown>): unknown {
  const { $defs, ...rest } = schema as { readonly $defs?: Readonly<Record<string, unknown>> };
  for (const [name, definition] of Object.entries($defs ?? {})) schemas[name] ??= renamed(definition);
  return renamed(rest);
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === "$ref" && typeof item === "string" ? item.replace(/^#\/\$defs\//, "#/schemas/") : renamed(item),
    ]),
  );
}
