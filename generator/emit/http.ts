import type { EmitContext } from "./context.js";
import { planHttpClientFile } from "./http-client-file.js";
import { planHttpToolFile } from "./http-tool-file.js";
import type { KeptTool } from "./kept-tool.js";
import type { PlannedFile } from "./planned-file.js";

/**
 * `http/`: one file per tool that calls an HTTP API, and `client.ts` with the facts about the API. A set without
 * such tools has no such files.
 */
export function planHttpFiles(
  context: EmitContext,
  kept: readonly KeptTool[],
  order: readonly string[],
): readonly PlannedFile[] {
  const files = context.set.tools.flatMap((tool) =>
    tool.binding.kind === "http" ? [planHttpToolFile(tool, tool.binding.operation, context)] : [],
  );
  const keptFiles = kept.flatMap((tool) => tool.httpFile ?? []);
  return files.length + keptFiles.length === 0
    ? []
    : [...files, ...keptFiles, planHttpClientFile(context, kept, order)];
}
