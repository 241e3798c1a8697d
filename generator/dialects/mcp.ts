import type { Binding, ImportedTool, Policy } from "../ir.js";
import type { ImportContext } from "./dialect.js";
import { foreignDialect, nameOf, readEach, toolOf } from "./imported-tool.js";
import { showValue } from "../base/show-value.js";
import { child, has, isMapping, own, type Node } from "./node.js";
import { mappingOf, refuse, reportOtherFields, type Findings } from "./findings.js";
import { someTool, toolList } from "./tool-list.js";

/** The response of an MCP server to `tools/list`, with or without its JSON-RPC envelope. */
export const mcp = foreignDialect({
  name: "mcp",
  title: "MCP tools/list",
  recognises: (value) => someTool(value, (tool) => isMapping(own(tool, "inputSchema")) && has(tool, "name")),
  settings: ["remote", "signatures"],
  read(root, findings, context) {
    const answer = isMapping(own(root.value, "result")) ? child(root, "result") : root;
    const cursor = child(answer, "nextCursor");
    if (typeof cursor.value === "string")
      findings.report.add("TP716", { key: cursor.origin }, { dialect: findings.dialect });
    const binding = remoteBinding("mcp", context);
    return { tools: readEach(toolList(root), (entry) => readTool(entry, binding, findings)) };
  },
});

/**
 * Returns a function that makes the binding of a tool. If the settings contain `remote`, that remote runs the
 * tools. Otherwise handlers run the tools.
 */
export function remoteBinding(
  kind: "mcp" | "snakepit",
  { settings }: ImportContext,
): (tool: string) => Binding {
  const wrong = (setting: string, path: readonly string[], expected: string, found: unknown): void =>
    settings.add("TP719", path, { setting, expected, found: showValue(found) });
  const [remote, signatures] = [settings.get("remote"), settings.get("signatures")];
  if (remote !== undefined && (typeof remote !== "string" || remote === ""))
    wrong("remote", ["remote"], "the name of a remote", remote);
  if (signatures !== undefined && !isMapping(signatures))
    wrong("signatures", ["signatures"], "signatures by the name of a tool", signatures);
  for (const [tool, signature] of Object.entries(isMapping(signatures) ? signatures : {}))
    if (typeof signature !== "string") wrong(`signatures.${tool}`, ["signatures", tool], "a text", signature);
  return (tool) => {
    if (typeof remote !== "string") return { kind: "handler" };
    const signature = own(signatures, tool);
    return { kind, remote, ...(typeof signature === "string" && { signature }) };
  };
}

const fields = {
  read: ["name", "title", "description", "inputSchema", "outputSchema", "annotations"],
  harmless: ["icons", "_meta", "execution"],
};

function readTool(
  entry: Node,
  bindingOf: (tool: string) => Binding,
  findings: Findings,
): ImportedTool | undefined {
  if (mappingOf(entry, findings) === undefined) return undefined;
  const name = nameOf(entry, child(entry, "name"), findings);
  if (name === undefined) return undefined;
  if (!isMapping(own(entry.value, "inputSchema")))
    return refuse(name, "an inputSchema", child(entry, "inputSchema"), findings);
  reportOtherFields(entry, name, fields, findings);
  const title = has(entry.value, "title") ? child(entry, "title") : child(entry, "annotations", "title");
  const described = has(entry.value, "description");
  if (described && title.value !== undefined) findings.ignored("title", name, title.origin);
  return toolOf(
    {
      entry,
      name: child(entry, "name"),
      description: described ? child(entry, "description") : title,
      input: child(entry, "inputSchema"),
      output: child(entry, "outputSchema"),
      binding: bindingOf(name),
      policy: policyOf(child(entry, "annotations"), name, findings),
    },
    findings,
  );
}

/**
 * Reads the approval from the hints of a server. Hints cannot be trusted, so a hint can only add an approval. A
 * destructive tool needs an approval.
 */
function policyOf(annotations: Node, tool: string, findings: Findings): Partial<Policy> {
  reportOtherFields(annotations, tool, hints, findings);
  const destructive = child(annotations, "destructiveHint");
  if (destructive.value !== true || own(annotations.value, "readOnlyHint") === true) return {};
  findings.understood("destructiveHint", "true", "approval: true", tool, destructive.origin);
  return { approval: true };
}

const hints = {
  read: ["title", "destructiveHint"],
  harmless: ["readOnlyHint", "idempotentHint", "openWorldHint"],
};
