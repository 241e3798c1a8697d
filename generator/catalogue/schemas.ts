import { define } from "./definition.js";

// TP3xx: jSON Schema

export const schemas = {
  TP301: define<{ type: string }>({
    title: "unknown type",
    severity: "error",
    message: (p) => `expected a JSON Schema type, found ${JSON.stringify(p.type)}`,
    cause: "JSON Schema knows string, number, integer, boolean, array, object and null.",
    fix: "Use one of string, number, integer, boolean, array, object, null.",
  }),
} as const;
