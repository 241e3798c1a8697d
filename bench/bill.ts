import { readFileSync } from "node:fs";
import { naiveDeclarations } from "../test/openapi/naive-conversion.js";
import { compileDocument } from "../test/openapi/compile-document.js";
import { subsets } from "../test/corpus/openapi-bill.js";
import { benchDocuments } from "./documents.js";
import { installPeers, peerVersion } from "./install-peers.js";
import { publish } from "./publish.js";

// Compares the size of our declarations with the output of a conversion that inlines all references, and with the
// schemas of an MCP generator.

interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly operationId?: string;
}

installPeers(["openapi-mcp-generator@4"]);
const { getToolsFromOpenApi } = (await import(
  import.meta.resolve("../.cache/bench/node_modules/openapi-mcp-generator/dist/api.js")
)) as { getToolsFromOpenApi: (path: string, options: object) => Promise<McpTool[]> };

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const tokens = (size: number): string => `${(size / 4 / 1_000).toFixed(1)}k`;
const formatted = (size: number | undefined): string =>
  size === undefined ? "failed" : `${(size / 1_000).toFixed(1)} KB, ${tokens(size)} tokens`;

async function mcpTools(path: string): Promise<McpTool[] | undefined> {
  try {
    return await getToolsFromOpenApi(path, { dereference: true });
  } catch {
    return undefined;
  }
}

const rows: string[][] = [];
for (const { name, path } of benchDocuments()) {
  const text = readFileSync(path, "utf8");
  const value = JSON.parse(text) as { paths: Record<string, Record<string, { operationId?: string }>> };
  const all = Object.values(value.paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => operationId ?? []),
  );
  const mcp = await mcpTools(path);
  const subset = subsets.find((one) => one.name === name)?.operations;
  for (const operations of subset === undefined ? [all] : [subset, all]) {
    const isComplete = operations === all;
    const { tools } = compileDocument(text, path, isComplete ? { all: true } : { include: [...operations] });
    const ours = bytes(tools.map(({ declaration }) => declaration));
    const naive = bytes(naiveDeclarations(value, operations));
    const wanted = new Set(operations);
    const theirs = mcp
      ?.filter((tool) => isComplete || wanted.has(tool.operationId ?? tool.name))
      .map((tool) => ({ name: tool.name, description: tool.description, parameters: tool.inputSchema }));
    const size = theirs && attempt(() => bytes(theirs));
    rows.push([
      `${name}, ${isComplete ? `all ${operations.length}` : operations.length} operations`,
      formatted(ours),
      formatted(naive),
      formatted(size),
      `${((ours / naive) * 100).toFixed(0)} %`,
      size === undefined ? "" : `${((ours / size) * 100).toFixed(0)} %`,
      `${tools.length}`,
    ]);
  }
}

/** Returns undefined if the measurement throws. The schemas of the MCP generator may contain circular references. */
function attempt(measure: () => number): number | undefined {
  try {
    return measure();
  } catch {
    return undefined;
  }
}

await publish("bill", "What declarations cost", [
  `Bytes of all declarations as JSON, and tokens at four bytes each; openapi-mcp-generator ${peerVersion("openapi-mcp-generator")}. The naive conversion inlines every parameter and body unchanged. openapi-mcp-generator declares a form, as Stripe uses for every body, as one string without its fields.`,
  [
    ["", "toolpress", "naive", "openapi-mcp-generator", "of naive", "of openapi-mcp-generator", "tools"],
    ...rows,
  ],
]);
