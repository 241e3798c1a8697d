import { declaredTools } from "../../base/declared-tools.js";
import type { SetRule } from "../rule.js";

/** Gemini answers with status 400 to more tools. */
const mostTools = 512;

export const tooManyTools: SetRule = ({ set, report }) => {
  const { length } = declaredTools(set);
  if (length > mostTools) report.add("TP420", set.origin, { count: length, most: mostTools });
};
