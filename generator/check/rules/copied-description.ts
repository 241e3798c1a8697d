import type { Tool } from "../../ir.js";
import { within } from "../../base/origin.js";
import type { SetRule } from "../rule.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP404 = defineProblem<{ tool: string; other: string }>("TP404", {
  title: "copied description",
  severity: "warning",
  message: (p) => `${JSON.stringify(p.tool)} and ${JSON.stringify(p.other)} have the same description`,
  cause: "The model cannot distinguish tools with the same description.",
  fix: "Describe the difference between the tools.",
});

/**
 * The model cannot choose between two tools with the same description. Differences in case, punctuation and
 * articles are ignored.
 */
export const copiedDescription: SetRule = {
  reports: [TP404],
  check: ({ set, report }) => {
    const first = new Map<string, Tool>();
    for (const tool of set.tools) {
      const essence = essenceOf(tool.description);
      if (essence === "") continue;
      const other = first.get(essence);
      if (other === undefined) first.set(essence, tool);
      else
        report.add(
          TP404,
          within(tool.origin, "description"),
          { tool: tool.name, other: other.name },
          {
            related: [
              {
                message: `${JSON.stringify(other.name)} has the same description`,
                at: within(other.origin, "description"),
              },
            ],
          },
        );
    }
  },
};

export function essenceOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word !== "a" && word !== "an" && word !== "the").join(" ");
}
