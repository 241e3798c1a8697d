import type { Report } from "../diagnostics/report.js";
import type { Tool, ToolSet } from "../ir.js";
import { fieldsToCarry, type ToolFieldName } from "../tool-fields/tool-fields.js";

/** The fields of a tool set that an export target can express, apart from names, descriptions and arguments. */
export type Carried = Readonly<Partial<Record<ToolFieldName | "toolConfig" | "builtins", true>>>;

/** Reports each field of the set that the target cannot express, with the tools that use it. */
export function reportUncarried(set: ToolSet, target: string, carried: Carried, report: Report): void {
  const users = new Map<string, Tool[]>();
  for (const tool of set.tools)
    for (const field of fieldsToCarry(tool)) users.set(field, [...(users.get(field) ?? []), tool]);
  for (const [what, tools] of users) {
    const [first] = tools;
    if (first === undefined || Object.hasOwn(carried, what)) continue;
    report.add("TP721", { key: first.origin }, { target, what, tools: tools.map(({ name }) => name) });
  }
  if (set.builtins.length > 0 && carried.builtins !== true)
    report.add("TP722", set.origin, {
      target,
      what: `built-in tools (${set.builtins.flatMap(Object.keys).join(", ")})`,
    });
  if (set.groups.size > 0) report.add("TP722", set.origin, { target, what: "groups" });
  if (set.toolConfig !== undefined && carried.toolConfig !== true)
    report.add("TP722", set.toolConfig.origin, { target, what: "toolConfig" });
}

export interface NameForm {
  readonly pattern: RegExp;
  /** The pattern in words, for messages. */
  readonly words: string;
}

/** Returns the tools whose names the target accepts. Reports all other tools. */
export function namedTools(set: ToolSet, target: string, rule: NameForm, report: Report): readonly Tool[] {
  return set.tools.filter(({ name, origin }) => {
    if (rule.pattern.test(name)) return true;
    report.add("TP723", { key: origin }, { target, name, rule: rule.words });
    return false;
  });
}
