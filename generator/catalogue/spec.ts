import { define } from "./definition.js";

// TP2xx: the toolpress YAML dialect

export const spec = {
  TP201: define<{ field: string; where: string }>({
    title: "unknown field",
    severity: "error",
    message: (p) => `unknown field ${JSON.stringify(p.field)} in ${p.where}`,
    cause: "The toolpress dialect has no field of this name here.",
    fix: "Remove the field or correct its name.",
  }),
} as const;
