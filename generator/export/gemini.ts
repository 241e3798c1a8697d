import type { ToolSet } from "../ir.js";
import { type Carried, reportUncarried } from "./carried.js";
import type { ExportTarget } from "./target.js";

/** Exports the `tools` and the `toolConfig` of a generateContent request. */
export const gemini: ExportTarget = {
  title: "Gemini",
  write(set, { report, declarations }) {
    // The config decides whether responses are declared. Examples and policies are not listed here, because only the
    // runtime uses them.
    const carried: Carried = { response: true, nonBlocking: true, toolConfig: true, builtins: true };
    reportUncarried(set, gemini.title, carried, report);
    const declared = declarations();
    const functionDeclarations = set.tools.flatMap(({ name }) => declared.get(name) ?? []);
    return {
      tools: [{ functionDeclarations }, ...set.builtins],
      ...configOf(set),
    };
  },
};

function configOf({ toolConfig }: ToolSet): object {
  if (toolConfig === undefined) return {};
  const { mode, allowedFunctionNames, includeServerSideToolInvocations } = toolConfig;
  return {
    toolConfig: {
      functionCallingConfig: {
        mode,
        ...(allowedFunctionNames === undefined ? {} : { allowedFunctionNames }),
      },
      ...(includeServerSideToolInvocations === undefined ? {} : { includeServerSideToolInvocations }),
    },
  };
}
