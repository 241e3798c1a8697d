import type { EmitContext } from "./context.js";
import { planHttpClientFile } from "./http-client-file.js";
import { planHttpToolFile } from "./http-tool-file.js";
import type { KeptTool } from "./kept-tool.js";
import type { PlannedFile } from "./planned-file.js";

/**
 * Plans the files of the tools that call an HTTP API: one file for each tool in `http/`, and `client.ts`. Returns no
 * files if the tool set has no such tools.
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
