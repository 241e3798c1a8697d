import { canonical } from "../../base/canonical.js";
import type { Json, Tool } from "../../ir.js";
import { essenceOf } from "./copied-description.js";

import type { SetRule } from "../rule.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP427 = defineProblem<{ tool: string; other: string }>("TP427", {
  title: "duplicate tool",
  severity: "warning",
  message: (p) =>
    `${JSON.stringify(p.tool)} is the same tool as ${JSON.stringify(p.other)} under another name`,
  cause: "Both have the same description and the same arguments.",
  fix: "Keep one of them.",
});

/** Reports two tools with different names, but with the same description and the same arguments. */
export const duplicateTool: SetRule = {
  reports: [TP427],
  check: ({ set, report }) => {
    const first = new Map<string, Tool>();
    for (const tool of set.tools) {
      if (tool.description.trim() === "" || Object.keys(tool.input.properties ?? {}).length === 0) continue;
      const print = `${essenceOf(tool.description)}\n${canonical(tool.input as unknown as Json)}`;
      const other = first.get(print);
      if (other === undefined) first.set(print, tool);
      else
        report.add(
          TP427,
          { key: tool.origin },
          { tool: tool.name, other: other.name },
          {
            related: [{ message: `${JSON.stringify(other.name)} is here`, at: { key: other.origin } }],
          },
        );
    }
  },
};
