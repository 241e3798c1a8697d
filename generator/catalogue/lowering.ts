import { define } from "./definition.js";

// TP5xx: what Gemini cannot say

export const lowering = {
  TP501: define<{ keyword: string }>({
    title: "exclusive bound in the description only",
    severity: "note",
    message: (p) => `${p.keyword} is told in the description; the validator enforces it`,
    cause: "Gemini has no exclusive bounds.",
    fix: "Nothing to do; use minimum or maximum to have it in the declaration.",
  }),
} as const;
