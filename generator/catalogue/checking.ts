import { define } from "./definition.js";

// TP4xx: checks over whole tools and sets

export const checking = {
  TP401: define<{ tool: string }>({
    title: "missing description",
    severity: "warning",
    message: (p) => `tool ${JSON.stringify(p.tool)} has no description`,
    cause: "The description is what the model chooses by.",
    fix: "Say in a sentence what the tool does and when to use it.",
  }),
} as const;
