import { define } from "./definition.js";

// TP6xx: openAPI documents

export const openapi = {
  TP601: define<{ version: string }>({
    title: "unsupported OpenAPI version",
    severity: "error",
    message: (p) => `expected OpenAPI 2.0, 3.0 or 3.1, found ${JSON.stringify(p.version)}`,
    cause: "Other versions have other rules.",
    fix: "Convert the document to OpenAPI 3.1.",
  }),
} as const;
