import { define } from "./definition.js";

// TP8xx: faults of our own output

export const emission = {
  TP801: define<{ file: string; problem: string }>({
    title: "generated code does not parse",
    severity: "error",
    message: (p) => `${p.file} does not parse: ${p.problem}`,
    cause: "This is a bug in toolpress.",
    fix: "Please report it with the spec.",
  }),
} as const;
