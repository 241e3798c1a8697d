import { namesWithin } from "../../base/names-within.js";
import { within } from "../../base/origin.js";
import type { DocumentPatterns } from "../patterns/document-patterns.js";
import type { ToolRule } from "../rule.js";

/** Reports a bound or hidden name that the model could still set as a key of an object argument. */
export const withheldNames: ToolRule = {
  reports: [],
  check: (tool, { set, report, patterns }) => {
    if (tool.binding.kind !== "http") return;
    const resolve = (reference: string): unknown => {
      const name = reference.slice("#/$defs/".length);
      return tool.defs.get(name) ?? set.schemas.get(name);
    };
    for (const { argument, withheld } of tool.binding.operation.parameters) {
      const schema = tool.input.properties?.[argument];
      const names = withheld?.bound ?? [];
      if (names.length === 0) continue;
      const matches = (pattern: string, name: string): boolean => fits(pattern, name, patterns);
      for (const name of namesWithin(schema, { names, resolve, matches }))
        report.add("TP644", within(tool.origin, "input", "properties", argument), { name, argument });
    }
  },
};

/** A pattern that cannot be matched safely counts as a match for any name. */
function fits(pattern: string, name: string, patterns: DocumentPatterns): boolean {
  if (patterns.longestText(pattern) < name.length) return true;
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return true;
  }
}
