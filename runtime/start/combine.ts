import { stableText } from "../base/stable-text.js";
import type { BoundTool, Toolset } from "../tool.js";
import type { ToolConfig } from "../wire.js";
import { createToolset } from "./toolset.js";

/** The context that the handlers of all sets need together. */
type ContextOf<Sets> = Sets extends readonly [Toolset<infer Context>, ...infer Others]
  ? Context & ContextOf<Others>
  : unknown;

/**
 * Combines several tool sets into one set for an agent: their tools, groups, built-in tools and tool config.
 * Throws if two sets have a tool or a group with the same name, or different values of the same setting.
 */
export function combine<const Sets extends readonly Toolset<never>[]>(
  ...sets: Sets
): Toolset<ContextOf<Sets>> {
  if (!sets.every((set) => (set as Partial<Toolset> | undefined)?.tools instanceof Map))
    throw new TypeError("combine() takes sets as create…() returns them, one per argument");
  const tools: BoundTool<never>[] = [];
  const groups: [string, readonly string[]][] = [];
  const owners = new Map<string, string>();
  const own = (kind: string, name: string, set: string): void => {
    const key = `${kind} "${name}"`;
    const owner = owners.get(key);
    if (owner !== undefined)
      throw new TypeError(
        `combine(): "${owner}" and "${set}" both have the ${key}; rename one of them in its spec`,
      );
    owners.set(key, set);
  };
  const complete = sets.map((set): Toolset<never> => set.search?.complete ?? set);
  for (const set of complete) {
    for (const [name, tool] of set.tools) {
      own("tool", name, set.name);
      tools.push(tool);
    }
    for (const [name, members] of Object.entries(set.groups)) {
      own("group", name, set.name);
      groups.push([name, members]);
    }
  }
  const toolConfig = combineConfigs(sets);
  const builtins = new Map(sets.flatMap(({ builtins }) => builtins.map((tool) => [stableText(tool), tool])));
  const combined = createToolset<never>({
    name: sets.map(({ name }) => name).join("+"),
    tools,
    groups: Object.fromEntries(groups),
    builtins: [...builtins.values()],
    ...(toolConfig && { toolConfig }),
  });
  const env = oneOf(
    "env",
    sets.map(({ env }) => env),
  );
  const all = (env ? Object.assign(combined, { env }) : combined) as Toolset<ContextOf<Sets>>;
  return sets.find(({ search }) => search)?.search?.combine(all, sets) ?? all;
}

/**
 * Combines the tool configs. The allowed names of a set limit only the tools of that set. A set without
 * allowed names allows all its tools.
 */
function combineConfigs(sets: readonly Toolset<never>[]): ToolConfig | undefined {
  if (sets.every(({ toolConfig }) => toolConfig === undefined)) return undefined;
  const configs = sets.map(({ toolConfig: { functionCallingConfig: _, ...others } = {} }) => others);
  const calling = sets.map(({ toolConfig }) => toolConfig?.functionCallingConfig ?? {});
  const isLimited = calling.some(({ allowedFunctionNames }) => allowedFunctionNames !== undefined);
  const allowed = sets.flatMap(
    ({ tools }, index) => calling[index]?.allowedFunctionNames ?? [...tools.keys()],
  );
  const functionCallingConfig = {
    ...agreed(
      "functionCallingConfig",
      calling.map(({ allowedFunctionNames: _, ...others }) => others),
    ),
    ...(isLimited && { allowedFunctionNames: allowed }),
  };
  return {
    ...agreed("toolConfig", configs),
    ...(Object.keys(functionCallingConfig).length > 0 && { functionCallingConfig }),
  };
}

/** Merges objects. If two of them have the same field, its values must be equal. */
function agreed<T extends object>(what: string, values: readonly T[]): Partial<T> {
  const names = new Set(values.flatMap((value) => Object.keys(value)));
  const fields = [...names].map((name) => [
    name,
    oneOf(
      `${what}.${name}`,
      values.map((value) => value[name as keyof T]),
    ),
  ]);
  return Object.fromEntries(fields) as Partial<T>;
}

/** Returns the value of the sets that have one. All of them must have the same value. */
function oneOf<T>(what: string, values: readonly (T | undefined)[]): T | undefined {
  const [first, ...rest] = values.filter((value) => value !== undefined);
  const differs = (value: T): boolean =>
    typeof value === "function" ? value !== first : stableText(value) !== stableText(first);
  if (first !== undefined && rest.some(differs))
    throw new TypeError(
      `combine(): the sets have different values of \`${what}\`; make them the same in their specs`,
    );
  return first;
}
