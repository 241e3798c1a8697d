import { within } from "../../base/origin.js";
import { wordsOf } from "../../base/words.js";
import { essenceOf } from "./copied-description.js";
import type { ToolRule } from "../rule.js";

/** A description that only repeats the name does not help the model. */
export const nameAsDescription: ToolRule = (tool, { report }) => {
  if (tool.description.trim() === "") return;
  const named = essenceOf(wordsOf(tool.name).join(" "));
  const described = essenceOf(wordsOf(tool.description).join(" "));
  if (described === named) report.add("TP405", within(tool.origin, "description"), { tool: tool.name });
};
