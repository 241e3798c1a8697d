import { nearest } from "../../base/nearest.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP418 = defineProblem<{ problem: string }>("TP418", {
  title: "toolConfig that Gemini refuses",
  severity: "error",
  message: (p) => `${p.problem}`,
  cause: "Gemini accepts only some combinations of mode, allowed names and server-side tools.",
  fix: "Use allowedFunctionNames with mode ANY or VALIDATED, and only names of tools of the set.",
});
import type { SetRule } from "../rule.js";

/**
 * Checks Gemini's rules for toolConfig. If the importer has already reported an error in toolConfig, nothing
 * is checked.
 */
export const toolConfigRules: SetRule = {
  reports: [TP418],
  check: ({ set, report }) => {
    const { toolConfig } = set;
    if (toolConfig === undefined || report.hasErrorsWithin(toolConfig.origin)) return;
    const { mode, allowedFunctionNames, includeServerSideToolInvocations, origin } = toolConfig;
    if (allowedFunctionNames !== undefined && mode !== "ANY" && mode !== "VALIDATED")
      report.add(TP418, origin, {
        problem: `allowedFunctionNames needs mode ANY or VALIDATED, found ${mode}`,
      });
    if (includeServerSideToolInvocations === true && mode === "AUTO")
      report.add(
        TP418,
        origin,
        { problem: "includeServerSideToolInvocations cannot be combined with mode AUTO" },
        { help: "use mode VALIDATED" },
      );
    // If the set has errors, an allowed tool may be missing because of an error. The names are then not checked.
    if (report.hasErrorsWithin(set.origin)) return;
    const names = set.tools.map(({ name }) => name);
    for (const allowed of allowedFunctionNames ?? []) {
      if (names.includes(allowed)) continue;
      const near = nearest(allowed, names);
      report.add(
        TP418,
        origin,
        { problem: `allowedFunctionNames has ${JSON.stringify(allowed)}, which is not a tool of this set` },
        near === undefined ? {} : { help: `did you mean "${near}"?` },
      );
    }
  },
};
