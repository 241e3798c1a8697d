import { within } from "../../base/origin.js";
import type { ToolRule } from "../rule.js";

/**
 * The model calls a tool by the name in its declaration. A verbatim declaration is sent unchanged, so its
 * name must be the wire name of the tool.
 */
export const declarationName: ToolRule = {
  reports: [],
  check: (tool, { report }) => {
    const name = tool.verbatim?.["name"];
    if (name === undefined || name === tool.name) return;
    const at = within(tool.origin, "declaration", "name");
    report.add("TP224", at, { name: String(name), wire: tool.name });
  },
};
