import type { Report } from "./diagnostics.js";
import { type Schema, type Tool, type ToolSet } from "./ir.js";
import type { LoweredSet } from "./lower/lowered.js";
import { origin } from "./origin.js";
import { eachChild } from "./schema-children.js";

/** Leaves out the tools that have an error in them or in a schema they use; the others stay. */
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
  const visit = (schema: Schema | undefined): boolean => {
    if (schema === undefined || typeof schema === "boolean" || seen.has(schema)) return false;
    seen.add(schema);
    const name = schema.$ref?.slice("#/$defs/".length);
    if (name !== undefined) {
      const own = tool.defs.get(name);
      if (own === undefined && names.has(name)) return true;
      if (visit(own ?? schemas.get(name))) return true;
    }
    let found = false;
    eachChild(schema, (child) => (found ||= visit(child)));
    return found;
  };
  return visit(tool.input) || visit(tool.output);
}
