import type { SetRule } from "../rule.js";

/** Gemini answers with status 400 to a request with more tools. */
const mostTools = 512;

export const tooManyTools: SetRule = ({ set, report }) => {
  if (set.tools.length > mostTools)
    report.add("TP420", set.origin, { count: set.tools.length, most: mostTools });
};
