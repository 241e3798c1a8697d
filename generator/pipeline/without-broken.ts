import type { Report } from "../diagnostics/report.js";
import { type Schema, type Tool, type ToolSet } from "../ir.js";
import type { LoweredSet } from "../lower/lowered.js";
import { origin } from "../base/origin.js";
import { eachChild } from "../base/schema-children.js";

/** Removes the tools that have an error, and the tools that use a schema with an error. */
export function withoutBroken(
  set: ToolSet,
  lowered: LoweredSet,
  report: Report,
): { set: ToolSet; healthy: LoweredSet } {
  const broken = brokenSchemas(set, report);
  const tools = lowered.tools.filter(
    ({ tool }) => !report.hasErrorsWithin(tool.origin) && (broken.size === 0 || !usesAny(tool, set, broken)),
  );
  return { set: { ...set, tools: tools.map(({ tool }) => tool) }, healthy: { ...lowered, tools } };
}

function brokenSchemas({ schemas }: ToolSet, report: Report): ReadonlySet<string> {
  if (!report.hasErrors) return new Set();
  const names = [...schemas].flatMap(([name, schema]) => {
    const at = typeof schema === "boolean" ? undefined : schema[origin];
    return at !== undefined && report.hasErrorsWithin(at) ? [name] : [];
  });
  return new Set(names);
}

function usesAny(tool: Tool, { schemas }: ToolSet, names: ReadonlySet<string>): boolean {
  const seen = new Set<Schema>();
  const open: Schema[] = [tool.input, tool.output ?? true];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    if (typeof schema === "boolean" || seen.has(schema)) continue;
    seen.add(schema);
    const name = schema.$ref?.slice("#/$defs/".length);
    if (name !== undefined) {
      const own = tool.defs.get(name);
      if (own === undefined && names.has(name)) return true;
      open.push(own ?? schemas.get(name) ?? true);
    }
    eachChild(schema, (child) => void open.push(child));
  }
  return false;
}
