import type { Command } from "./command.js";

/** The command `toolpress operations openapi.json create issue`. */
export const operations: Command = {
  name: "operations",
  summary: "lists and searches the operations of an OpenAPI document",
  usage: "<document> [words...] [flags]",
  details: `Lists the operations of an OpenAPI document: the cost of each as a tool in every request, its first tag,
its call and its summary. With words, lists only operations that have all of them in their id, path, tags,
method, summary or description, the best match first. tag:pets, "GET /pets/*" and list* work as words too.

Each line starts with a value for include, in the config or as gen --include. If the config has settings
for the document, its overlays apply, and included operations are marked. An operation that cannot become
a tool is listed with its diagnostic. Only the list is written to stdout.`,
  examples: [
    ["toolpress operations openapi.json", "everything"],
    ["toolpress operations openapi.json create issue", "operations with both words"],
    ["toolpress operations openapi.json --tags", "tags, and the cost of each"],
    ["toolpress operations openapi.json tag:orders --format json", "for a script"],
  ],
  flags: {
    tags: { type: "boolean", summary: "list tags instead, with the number and the cost of their operations" },
    format: { type: "string", choices: ["text", "json"], summary: "a table, or JSON (default: text)" },
  },
  maxWords: Infinity,
  async run(given, terminal) {
    const { runOperations } = await import("../project/run-operations.js");
    return runOperations(given, terminal);
  },
};
