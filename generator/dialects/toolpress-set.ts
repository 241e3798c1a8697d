import type { Report } from "../diagnostics/report.js";
import type { Builtin, ToolConfigDefaults } from "../ir.js";
import { nearest } from "../base/nearest.js";
import { type Origin, origin, within } from "../base/origin.js";
import { showValue } from "../base/show-value.js";
import { type Fields, isMapping, openFields } from "./fields.js";

export const modes = ["AUTO", "ANY", "NONE", "VALIDATED"] as const;

export const builtinNames = [
  "googleSearch",
  "googleSearchRetrieval",
  "codeExecution",
  "urlContext",
  "googleMaps",
  "fileSearch",
  "computerUse",
  "mcpServers",
  "retrieval",
  "enterpriseWebSearch",
  "parallelAiSearch",
  "exaAiSearch",
];

/**
 * Reads `toolConfig`, which contains defaults for every run. If the field `mode` is missing, the mode is `ANY` with
 * `allowedFunctionNames`, `VALIDATED` with `includeServerSideToolInvocations: true`, and otherwise `AUTO`.
 */
export function readToolConfig(
  spec: Fields,
  tools: readonly string[],
  report: Report,
): ToolConfigDefaults | undefined {
  if (!spec.has("toolConfig")) return undefined;
  const at = spec.origin("toolConfig");
  const known = ["mode", "allowedFunctionNames", "includeServerSideToolInvocations"];
  const fields = openFields(
    withoutNesting(spec.raw("toolConfig"), at, report),
    at,
    "toolConfig",
    known,
    report,
  );
  if (fields === undefined) return undefined;
  const allowed = fields.strings("allowedFunctionNames");
  for (const [index, name] of (allowed ?? []).entries()) {
    checkToolName(
      name,
      within(fields.origin("allowedFunctionNames"), index),
      "allowedFunctionNames",
      tools,
      report,
    );
  }
  const serverSide = fields.boolean("includeServerSideToolInvocations");
  const mode =
    fields.choice("mode", modes) ??
    (allowed === undefined ? (serverSide === true ? "VALIDATED" : "AUTO") : "ANY");
  return { mode, allowedFunctionNames: allowed, includeServerSideToolInvocations: serverSide, origin: at };
}

/** Removes `functionCallingConfig`, which a request has and a spec does not, and reports it. */
function withoutNesting(value: unknown, at: Origin, report: Report): unknown {
  if (!isMapping(value) || !Object.hasOwn(value, "functionCallingConfig")) return value;
  const { functionCallingConfig: _, ...others } = value;
  report.add(
    "TP201",
    { key: within(at, "functionCallingConfig") },
    { field: "functionCallingConfig", where: "toolConfig" },
    { help: "write its fields directly in `toolConfig`, such as `toolConfig: { mode: ANY }`" },
  );
  return others;
}

/** Reads `groups`, which give names to subsets of the tools. */
export function readGroups(
  spec: Fields,
  tools: readonly string[],
  report: Report,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, readonly string[]>();
  const at = spec.origin("groups");
  for (const [name, members] of Object.entries(spec.mapping("groups") ?? {})) {
    const here = within(at, name);
    if (!Array.isArray(members) || !members.every((member) => typeof member === "string")) {
      report.add("TP202", here, { field: name, expected: "a list of tool names", found: showValue(members) });
      continue;
    }
    for (const [index, member] of members.entries()) {
      checkToolName(member, within(here, index), `group ${JSON.stringify(name)}`, tools, report);
    }
    groups.set(name, members);
  }
  return groups;
}

/** Reads `builtins`. Each entry is a name, or a mapping from the name to the settings of the tool. */
export function readBuiltins(spec: Fields, report: Report): readonly Builtin[] {
  const at = spec.origin("builtins");
  return (spec.list("builtins") ?? []).flatMap((entry, index) => {
    const here = within(at, index);
    const [name, settings] = builtinEntry(entry);
    if (name === undefined) {
      report.add("TP202", here, {
        field: "builtins",
        expected: "a name or a mapping with one key",
        found: showValue(entry),
      });
      return [];
    }
    if (!builtinNames.includes(name)) {
      const near = nearest(name, builtinNames);
      report.add(
        "TP215",
        here,
        { name },
        { help: near ? `did you mean "${near}"?` : `one of ${builtinNames.join(", ")}` },
      );
      return [];
    }
    return [{ [name]: settings, [origin]: here }];
  });
}

function builtinEntry(entry: unknown): [name: string | undefined, settings: unknown] {
  if (typeof entry === "string") return [entry, {}];
  if (!isMapping(entry)) return [undefined, undefined];
  const [first, ...rest] = Object.entries(entry);
  return first === undefined || rest.length > 0 ? [undefined, undefined] : [first[0], first[1] ?? {}];
}

function checkToolName(
  name: string,
  at: Origin,
  where: string,
  tools: readonly string[],
  report: Report,
): void {
  if (tools.includes(name)) return;
  const near = nearest(name, tools);
  report.add(
    "TP204",
    at,
    { tool: name, where },
    near === undefined ? {} : { help: `did you mean "${near}"?` },
  );
}
