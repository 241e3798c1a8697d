import type { Policy, Tool } from "../../generator/ir.js";
import { compileDocument } from "./compile-document.js";

export const ok = { responses: { "204": { description: "" } } };
export const tenant = { name: "tenant", in: "query", schema: { type: "string" } };

/** Returns a document with one operation. */
export function documentOf(operation: object, method = "delete"): string {
  const post = {
    operationId: "act",
    description: "Acts on one of the things.",
    parameters: [tenant],
    ...ok,
    ...operation,
  };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    servers: [{ url: "https://api.example.com" }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Api-Key" } } },
    paths: { "/things": { [method]: post } },
  });
}

interface Outcome {
  readonly tool: Tool | undefined;
  readonly policy: Policy | undefined;
  readonly errors: readonly string[];
  readonly declared: string;
}

/** Returns the tool or the diagnostics of the operation. */
export function compile(
  text: string,
  settings: object,
  files: Readonly<Record<string, string>> = {},
): Outcome {
  const { tools, diagnostics } = compileDocument(
    text,
    "/nowhere/a.openapi.json",
    { all: true, ...settings },
    "/nowhere",
    files,
  );
  return {
    tool: tools[0]?.tool,
    policy: tools[0]?.tool.policy,
    errors: diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code),
    declared: JSON.stringify(tools[0]?.declaration ?? {}),
  };
}
