import { createReport, type Diagnostic } from "../../generator/diagnostics/report.js";
import type { ToolSet } from "../../generator/ir.js";
import { prepare } from "../../generator/pipeline/prepare.js";

export interface PreparedText {
  readonly dialect: string;
  readonly sets: readonly ToolSet[];
  readonly set: ToolSet;
  readonly diagnostics: readonly Diagnostic[];
}

/** Runs a document through the first half of the pipeline. */
export function prepareText(source: unknown, path = "spec.json", from?: string): PreparedText {
  const report = createReport();
  const text = typeof source === "string" ? source : JSON.stringify(source, null, 1);
  const prepared = prepare({ path, text, from }, () => undefined, report);
  const [set] = prepared?.sets ?? [];
  if (prepared === undefined || set === undefined)
    throw new Error(
      report
        .sorted()
        .map(({ message }) => message)
        .join("\n"),
    );
  return { dialect: prepared.dialect.name, sets: prepared.sets, set, diagnostics: report.sorted() };
}

/** Returns the meaning of a set, without locations, identifiers and file names. */
export function meaning(set: ToolSet): unknown {
  const tools = set.tools.map(({ origin: _origin, examples, policy, defs, names: _names, ...tool }) => ({
    ...tool,
    defs: Object.fromEntries(defs),
    examples: examples.map(({ args, result, description }) => ({ args, result, description })),
    policy: { ...policy, bind: Object.fromEntries(policy.bind) },
  }));
  const { toolConfig } = set;
  // The compiler decides for which texts a pattern is run, so this limit is not part of the meaning.
  const withoutLimit = (key: string, value: unknown): unknown => (key === "patternUpTo" ? undefined : value);
  return JSON.parse(
    JSON.stringify(
      {
        name: set.name,
        tools,
        schemas: Object.fromEntries(set.schemas),
        groups: Object.fromEntries(set.groups),
        builtins: set.builtins,
        toolConfig: toolConfig && { ...toolConfig, origin: undefined },
      },
      withoutLimit,
    ),
  );
}
