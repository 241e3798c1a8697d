import { readFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";
import { documentDiagnostics } from "../generator/diagnostics/document.js";
import { apiReference } from "./api.js";
import { fillFiles } from "./copied-files.js";
import { fillTables } from "./option-tables.js";
import { fillFieldTables } from "./spec-tables.js";

/** Pages that people write and that contain generated tables or copies of files. */
const pagesWithTables = [
  "models.md",
  "runtime.md",
  "options.md",
  "handlers.md",
  "approvals.md",
  "durable.md",
  "openapi.md",
  "remotes.md",
  "spec.md",
];

/**
 * Returns the text of all files below `docs/` that are made from the source. The key is the path of the file,
 * relative to `docs/`.
 */
export async function documents(): Promise<ReadonlyMap<string, string>> {
  const { pages, program } = await apiReference();
  const filled = await Promise.all(
    pagesWithTables.map(
      async (path) =>
        [path, await formatted(path, fillFiles(fillFieldTables(fillTables(read(path), program))))] as const,
    ),
  );
  return new Map([["diagnostics.md", documentDiagnostics()], ...pages, ...filled]);
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), "utf8");
}

async function formatted(path: string, text: string): Promise<string> {
  const config = await resolveConfig(new URL(path, import.meta.url));
  return format(text, { ...config, parser: "markdown" });
}
