import type { Report } from "../diagnostics/report.js";
import type { Tool, ToolSet } from "../ir.js";

/** What a target has a word for, beyond names, descriptions and arguments. */
export interface Carried {
  readonly results?: boolean;
  readonly examples?: boolean;
  readonly approval?: boolean;
  readonly nonBlocking?: boolean;
  readonly toolConfig?: boolean;
  readonly builtins?: boolean;
}

/** Says what of the set the target cannot carry, once per kind, with the tools concerned. */
export function reportUncarried(set: ToolSet, target: string, carried: Carried, report: Report): void {
  for (const { what, used, kept } of ofTools) {
    const tools = set.tools.filter(used);
    const [first] = tools;
    if (first === undefined || kept?.(carried) === true) continue;
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

interface Kind {
  readonly what: string;
  readonly used: (tool: Tool) => boolean;
  readonly kept?: (carried: Carried) => boolean | undefined;
}

const ofTools: readonly Kind[] = [
  { what: "response", used: ({ output }) => output !== undefined, kept: ({ results }) => results },
  { what: "examples", used: ({ examples }) => examples.length > 0, kept: ({ examples }) => examples },
  { what: "approval", used: ({ policy }) => policy.approval, kept: ({ approval }) => approval },
  { what: "nonBlocking", used: ({ policy }) => policy.nonBlocking, kept: ({ nonBlocking }) => nonBlocking },
  { what: "timeout", used: ({ policy }) => policy.timeoutMs !== undefined },
  { what: "serial", used: ({ policy }) => policy.serial },
  { what: "longRunning", used: ({ policy }) => policy.longRunning },
  { what: "bind", used: ({ policy }) => policy.bind.size > 0 },
  { what: "result", used: ({ policy }) => policy.result !== undefined },
];

export interface NameRule {
  readonly pattern: RegExp;
  /** The rule in words. */
  readonly words: string;
}

/** The tools whose names the target accepts; the others are reported. */
export function namedTools(set: ToolSet, target: string, rule: NameRule, report: Report): readonly Tool[] {
  return set.tools.filter(({ name, origin }) => {
    if (rule.pattern.test(name)) return true;
    report.add("TP723", { key: origin }, { target, name, rule: rule.words });
    return false;
  });
}
