import { define } from "./definition.js";

// TP7xx: tool dialects of other systems

export const dialects = {
  TP701: define<{ file: string }>({
    title: "unknown dialect",
    severity: "error",
    message: (p) => `cannot tell which tool dialect ${JSON.stringify(p.file)} is written in`,
    cause: "No known dialect matches the content.",
    fix: "Name it with --from.",
  }),
} as const;
