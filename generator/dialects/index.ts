import type { Report } from "../diagnostics/report.js";
import type { SourceDocument } from "../base/documents.js";
import { altar } from "./altar.js";
import { amazonQ } from "./amazon-q.js";
import { anthropic } from "./anthropic.js";
import { bedrock } from "./bedrock.js";
import { bedrockAgents } from "./bedrock-agents.js";
import type { ImportedSet } from "../ir.js";
import type { Dialect, ImportContext } from "./dialect.js";
import { gemini } from "./gemini.js";
import { jsonSchema } from "./json-schema.js";
import { mcp } from "./mcp.js";
import { has } from "./node.js";
import { openai } from "./openai.js";
import { openaiLegacy } from "./openai-legacy.js";
import { openapi } from "./openapi/openapi.js";
import { reportPowers } from "./own-spec.js";
import { readSearchSetting } from "./search.js";
import { snakepit } from "./snakepit.js";
import { toolpress } from "./toolpress.js";

/**
 * Every dialect. The dialects are tried in this order. Dialects with unmistakable fields come first, and our
 * own YAML is last.
 */
export const dialects: readonly Dialect[] = [
  openapi,
  amazonQ,
  mcp,
  bedrock,
  openai,
  anthropic,
  snakepit,
  altar,
  gemini,
  bedrockAgents,
  openaiLegacy,
  jsonSchema,
  toolpress,
];

/**
 * Returns the dialect that `from` names. Without `from`, returns the first dialect that recognises the
 * content.
 */
export function recogniseDialect(document: SourceDocument, from?: string): Dialect | undefined {
  if (from !== undefined) return dialects.find((dialect) => dialect.name === from);
  return dialects.find((dialect) => dialect.recognises(document.value));
}

/** Like `recogniseDialect`, but reports an error if no dialect is found. */
export function findDialect(
  document: SourceDocument,
  from: string | undefined,
  report: Report,
): Dialect | undefined {
  const dialect = recogniseDialect(document, from);
  if (dialect !== undefined) return dialect;
  if (from === undefined)
    report.add("TP701", { document, path: [] }, { file: document.file }, { help: hintFor(document.value) });
  else report.add("TP707", { document, path: [] }, { name: from, known: dialects.map(({ name }) => name) });
  return undefined;
}

/** Imports the sets of a document and records whether its dialect is foreign. */
export function importSets(
  dialect: Dialect,
  document: SourceDocument,
  context: ImportContext,
): readonly ImportedSet[] {
  const sets = dialect.import(document, context);
  if (!dialect.foreign) for (const set of sets) reportPowers(set, context.from, context.report);
  const search = readSearchSetting(context.settings);
  return sets.map((set) => ({ ...set, ...search, foreign: dialect.foreign }));
}

/**
 * Returns whether the dialect is foreign, and where the user can rename a tool: in the spec, in the settings of
 * the spec, or nowhere.
 */
export function namingOf({ foreign, settings }: Dialect): {
  readonly foreign: boolean;
  readonly renames: "spec" | "settings" | "nowhere";
} {
  return { foreign, renames: !foreign ? "spec" : settings.includes("rename") ? "settings" : "nowhere" };
}

/** Help for a document that is not a list of tools but is often used as one. */
function hintFor(value: unknown): string {
  if (has(value, "mcpServers"))
    return 'This lists MCP servers, not tools; ask a server for its tools with toolpress import "mcp:<command>".';
  if (has(value, "overlay"))
    return "An overlay changes an OpenAPI document; name it in `overlays` of that document's settings.";
  return "Set the dialect with --from. If other specs refer to this file, give it a name that ends in .schemas.yaml, or move it out of the folder of specs.";
}
