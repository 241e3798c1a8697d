import type { Report } from "../diagnostics/report.js";
import type { ToolSet } from "../ir.js";

/** The modes of tool choice that most systems support. `{ tool }` forces the call of one tool. */
export type Choice = "auto" | "any" | "none" | { readonly tool: string };

/** Returns the default mode of the tool set. Reports settings that only Gemini supports. */
export function choiceOf({ toolConfig }: ToolSet, target: string, report: Report): Choice | undefined {
  if (toolConfig === undefined) return undefined;
  const { mode, allowedFunctionNames: names, origin } = toolConfig;
  const lost = (what: string): void => {
    report.add("TP722", origin, { target, what });
  };
  if (mode === "NONE") return "none";
  if (names?.length === 1 && mode === "ANY") return { tool: names[0] ?? "" };
  if (names !== undefined) lost("a list of allowed functions");
  if (mode === "VALIDATED") lost("mode VALIDATED");
  return mode === "ANY" ? "any" : "auto";
}
