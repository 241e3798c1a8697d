import type { Issue } from "../../runtime/issue.js";
import type { CallContext, ToolChecks, ToolEntry, ToolPolicy, Toolset } from "../../runtime/tool.js";
import { createToolset } from "../../runtime/start/toolset.js";

/** A tool in the form that the generator writes. Tests of the runtime alone use it. */
export interface HandMade {
  readonly name: string;
  /** The JSON type of each property. A `?` after the type makes the property optional. */
  readonly args?: Readonly<Record<string, string>>;
  readonly policy?: ToolPolicy;
  readonly checkResult?: ToolChecks["checkResult"];
  readonly mismatch?: ToolChecks["mismatch"];
  readonly run: (args: Record<string, unknown>, call: CallContext<unknown>) => unknown;
}

export function handMade(tools: readonly HandMade[], parts: Partial<Toolset> = {}): Toolset {
  const { name = "hand-made", hash, ...rest } = parts;
  return {
    ...createToolset({
      name,
      tools: tools.map((tool) => ({ entry: entryOf(tool), run: tool.run as never })),
      ...(rest.groups && { groups: rest.groups }),
      ...(rest.builtins && { builtins: rest.builtins }),
      ...(rest.toolConfig && { toolConfig: rest.toolConfig }),
    }),
    ...(rest.env && { env: rest.env }),
    ...(hash !== undefined && { hash }),
  };
}

function entryOf({ name, args = {}, policy = {}, checkResult, mismatch }: HandMade): ToolEntry {
  const visible = Object.entries(args).filter(([key]) => !Object.hasOwn(policy.bind ?? {}, key));
  const properties = Object.fromEntries(
    visible.map(([key, type]) => [
      key,
      type.startsWith("array")
        ? { type: "ARRAY" as const, items: { type: "STRING" as const } }
        : type.startsWith("object")
          ? { type: "OBJECT" as const, properties: { a: { type: "STRING" as const } } }
          : { type: type.replace("?", "").toUpperCase() as "STRING" },
    ]),
  );
  return {
    name,
    declaration: {
      name,
      description: `The tool ${name}.`,
      ...(visible.length > 0 && { parameters: { type: "OBJECT", properties } }),
    },
    policy,
    checks: () => ({
      parse: (wire, options) => {
        const value = { ...(wire as Record<string, unknown>), ...options?.bound };
        const issues = issuesOf(args, wire, value, Object.keys(policy.bind ?? {}));
        return issues.length > 0 ? { ok: false, issues } : { ok: true, value };
      },
      ...(checkResult && { checkResult }),
      ...(mismatch && { mismatch }),
    }),
  };
}

function issuesOf(
  args: Readonly<Record<string, string>>,
  wire: unknown,
  value: Record<string, unknown>,
  bound: readonly string[],
): Issue[] {
  if (typeof wire !== "object" || wire === null || Array.isArray(wire)) {
    return [{ pointer: "", code: "type", expected: "object", received: typeof wire }];
  }
  const issues: Issue[] = [];
  for (const key of Object.keys(wire)) {
    if (!Object.hasOwn(args, key) || bound.includes(key)) {
      issues.push({ pointer: `/${key}`, code: "unknown", expected: "nothing", received: typeof value[key] });
    }
  }
  for (const [key, type] of Object.entries(args)) {
    const given = Object.hasOwn(value, key) ? value[key] : undefined;
    const kind = Array.isArray(given) ? "array" : typeof given;
    if (given === undefined && type.endsWith("?")) continue;
    if (kind !== type.replace("?", "").replace("integer", "number")) {
      issues.push({ pointer: `/${key}`, code: "type", expected: type, received: kind });
    }
  }
  return issues;
}

/** Returns forecasts for a city, and counts its calls. */
export function weather(
  run: HandMade["run"] = ({ city }) => ({ city, celsius: 18 }),
): Toolset & { readonly starts: Record<string, unknown>[] } {
  const starts: Record<string, unknown>[] = [];
  const tools = handMade([
    {
      name: "get_weather",
      args: { city: "string", days: "number?" },
      run: (args, call) => {
        starts.push({ ...args });
        return run(args, call);
      },
    },
  ]);
  return { ...tools, starts };
}
