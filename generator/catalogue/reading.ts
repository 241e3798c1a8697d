import { define } from "./definition.js";

// TP1xx: text that cannot be read

export const reading = {
  TP101: define<{ problem: string }>({
    title: "syntax error",
    severity: "error",
    message: (p) => `${p.problem}`,
    cause: "The text is not well-formed YAML or JSON.",
    fix: "Correct the text at the place shown.",
  }),
} as const;
