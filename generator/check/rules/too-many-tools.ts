import { declaredTools } from "../../base/declared-tools.js";
import type { SetRule } from "../rule.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP420 = defineProblem<{ count: number; most: number }>("TP420", {
  title: "too many tools",
  severity: "error",
  message: (p) => `${p.count} tools in one set; Gemini takes at most ${p.most}`,
  cause: "Gemini answers 400 to a request with more function declarations.",
  fix: "Set `search: true`, so that the model finds the tools with a search; or select fewer tools, or divide the set: split: tag makes one set per tag.",
});

/** The largest number of tools in a request. Gemini refuses a request with more tools. */
const mostTools = 512;

export const tooManyTools: SetRule = {
  reports: [TP420],
  check: ({ set, report }) => {
    const { length } = declaredTools(set);
    if (length > mostTools) report.add(TP420, set.origin, { count: length, most: mostTools });
  },
};
