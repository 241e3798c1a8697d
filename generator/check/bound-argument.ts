import { nearest } from "../nearest.js";
import { within } from "../origin.js";
import type { ToolRule } from "./rule.js";

/** Only an argument that exists can be bound to a value. */
export const boundArgument: ToolRule = (tool, { report }) => {
  const known = Object.keys(tool.input.properties ?? {});
  for (const argument of tool.policy.bind.keys()) {
    if (known.includes(argument)) continue;
    const near = nearest(argument, known);
    const help = near === undefined ? {} : { help: `did you mean "${near}"?` };
    report.add("TP213", { key: within(tool.origin, "bind", argument) }, { argument }, help);
  }
};
