import type { Tool } from "../../ir.js";
import { within } from "../../base/origin.js";
import type { SetRule } from "../rule.js";

/** The model cannot choose between two tools with the same description. Case, punctuation and articles do not count. */
export const copiedDescription: SetRule = ({ set, report }) => {
  const first = new Map<string, Tool>();
  for (const tool of set.tools) {
    const essence = essenceOf(tool.description);
    if (essence === "") continue;
    const other = first.get(essence);
    if (other === undefined) first.set(essence, tool);
    else
      report.add(
        "TP404",
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
};

export function essenceOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word !== "a" && word !== "an" && word !== "the").join(" ");
}
