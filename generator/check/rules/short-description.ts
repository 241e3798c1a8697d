import { within } from "../../base/origin.js";
import type { ToolRule } from "../rule.js";

/** A description of one or two words rarely adds anything to the name. */
export const shortDescription: ToolRule = (tool, { report }) => {
  const words = tool.description
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0 || words.length > 2 || words.join("").length >= 20) return;
  report.add("TP402", within(tool.origin, "description"), {
    tool: tool.name,
    description: tool.description.trim(),
  });
};
