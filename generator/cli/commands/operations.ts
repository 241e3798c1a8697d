import type { Command } from "./command.js";

/** `toolpress operations openapi.json create issue`. */
export const operations: Command = {
  name: "operations",
  summary: "lists and searches the operations of an OpenAPI document",
  usage: "<document> [words...] [flags]",
  details: `Lists the operations of an OpenAPI document: what each would cost as a tool in every request, its first
tag, its call and its summary. With words, only operations that have all of them in their id, path, tags,
method, summary or description, the best match first. tag:pets, "GET /pets/*" and list* work as words too.

Each line starts with what include takes, in the config or as gen --include. Where the config has settings
for the document, its overlays count, and operations that are included are marked. An operation that cannot
become a tool is listed with its diagnostic. Only the list goes to stdout.`,
  examples: [
    ["toolpress operations openapi.json", "everything"],
    ["toolpress operations openapi.json create issue", "what has both words"],
    ["toolpress operations openapi.json --tags", "tags, and what each of them costs"],
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
