import type { Toolset, ToolSearch } from "../tool.js";
import type { FunctionDeclaration } from "../wire.js";
import { ownCall, readCall } from "./call-arguments.js";
import { CALL_TOOL, callDeclaration, declareSearch, SEARCH_TOOLS } from "./declarations.js";
import { callTool } from "./call-tool.js";
import { createDeclarations, DeclaredTools } from "./declared-tools.js";
import { remark } from "./remark.js";
import { searchTool, type RankHook } from "./search-tool.js";
import { defaultResults } from "./search-tools.js";

/** Options of a set with a search. Each replaces the option of the spec. */
export interface SearchOptions<Context = unknown> {
  /**
   * The lines of `search.txt`. Generated code passes these.
   * @default those of the set
   */
  readonly lines?: readonly string[];
  /** Names of tools or groups that are declared from the start. */
  readonly always?: readonly string[];
  /**
   * `call`: a found tool is called through `call_tool`, so that the declarations never change. `activate`: a found tool
   * is declared from the next turn on.
   * @default "call"
   */
  readonly mode?: "call" | "activate";
  /**
   * The most tools that are found for one query.
   * @default 6
   */
  readonly results?: number;
  /** Further words for a word of a query. */
  readonly synonyms?: Readonly<Record<string, readonly string[]>>;
  /**
   * The most found tools that are declared in a run, with the mode `activate`.
   * @default 20
   */
  readonly mostActive?: number;
  /** Orders the 50 best tools for a query, for example by embeddings or by a model. Other tools in its result are ignored. */
  readonly rank?: RankHook<Context>;
}

/** The options of a set whose lines are known. The type of its context does not matter any more. */
interface CompiledSearch extends SearchOptions<never> {
  readonly lines: readonly string[];
}

const options = new WeakMap<ToolSearch<never>, CompiledSearch>();

/**
 * Makes the tools of a set searchable: the model gets `search_tools`, `call_tool` and the tools of `always`, and finds
 * the others. The result is a tool set like any other. The set needs `search` in its spec.
 */
export function withSearch<Context>(
  set: Toolset<Context>,
  given: SearchOptions<Context> = {},
): Toolset<Context> {
  const before = set.search && options.get(set.search as ToolSearch<never>);
  const merged = { ...before, ...(given as SearchOptions<never>) };
  if (merged.lines === undefined)
    throw new TypeError(`withSearch(): "${set.name}" has no search index; set \`search: true\` in its spec`);
  return searchable(set.search?.complete ?? set, { ...merged, lines: merged.lines });
}

function searchable<Context>(complete: Toolset<Context>, compiled: CompiledSearch): Toolset<Context> {
  const { lines, mode = "call", always = [], synonyms = {}, results = defaultResults } = compiled;
  const isCalled = mode === "call";
  for (const name of [SEARCH_TOOLS, CALL_TOOL])
    if (complete.tools.has(name))
      throw new TypeError(`withSearch(): "${complete.name}" has a tool "${name}"; rename it in its spec`);
  const doors = isCalled ? [SEARCH_TOOLS, CALL_TOOL] : [SEARCH_TOOLS];
  const tools = new DeclaredTools<Context>(complete, expand(complete, always));
  const accepts = (tool: string, argument: string): boolean => argumentsOf(complete, tool).has(argument);
  const isDoor = (name: string): boolean => doors.includes(name);
  const names: ReadonlySet<string> = new Set([...complete.tools.keys(), ...doors]);
  const search: ToolSearch<Context> = {
    ...{ complete, lines, synonyms, results, names, remark },
    resolve(call, usable = names) {
      if (call.name === SEARCH_TOOLS) return call;
      const isWrapped = call.name === CALL_TOOL;
      const { name, args } = isWrapped ? readCall(call.args, accepts, CALL_TOOL) : ownCall(call);
      const isKnown = complete.tools.has(name) && usable.has(name);
      if (isKnown && (args !== undefined || !isWrapped)) return { name, args: isWrapped ? args : call.args };
      // A tool that is declared but may not be called now has its own refusal.
      if (!isWrapped && tools.lists(name)) return call;
      if (!isCalled) return { name: SEARCH_TOOLS, args: { queries: [name || "tools"], missing: name } };
      return isWrapped ? call : { name: CALL_TOOL, args: { name, arguments: call.args } };
    },
    reach: (given) => ([...given].some((name) => !tools.lists(name)) ? new Set([...given, ...doors]) : given),
    limit: (tool, usable) =>
      isDoor(tool) && [...names].some((name) => !usable.has(name)) ? { usable: [...usable] } : {},
    declare: createDeclarations(tools, complete, compiled),
    combine: combineSearches,
  };
  const set: Toolset<Context> = {
    name: complete.name,
    get hash() {
      return `${complete.hash}-search`;
    },
    tools,
    groups: complete.groups,
    builtins: complete.builtins,
    ...(complete.toolConfig && { toolConfig: complete.toolConfig }),
    ...(complete.env && { env: complete.env }),
    search,
  };
  const hook = compiled.rank as RankHook<Context> | undefined;
  tools.set(SEARCH_TOOLS, searchTool(set, declareSearch(Object.keys(complete.groups), mode), hook));
  if (isCalled) tools.set(CALL_TOOL, callTool(set, callDeclaration, accepts));
  options.set(search as ToolSearch<never>, compiled);
  return set;
}

/** The tools of sets without a search are declared from the start. */
function combineSearches<Context>(
  complete: Toolset<Context>,
  sets: readonly Toolset<never>[],
): Toolset<Context> {
  const parts = sets.map((set) => ({
    set,
    compiled: set.search && options.get(set.search),
  }));
  const all = parts.flatMap(({ compiled }) => compiled ?? []);
  return searchable(complete, {
    ...Object.assign({}, ...all),
    lines: all.flatMap(({ lines }) => lines),
    always: parts.flatMap(({ set, compiled }) =>
      compiled ? (compiled.always ?? []) : [...set.tools.keys()],
    ),
    synonyms: Object.assign({}, ...all.map(({ synonyms }) => synonyms)),
  });
}

function expand({ name: set, tools, groups }: Toolset<never>, names: readonly string[]): Set<string> {
  return new Set(
    names.flatMap((name) => {
      if (tools.has(name)) return [name];
      if (Object.hasOwn(groups, name)) return groups[name] ?? [];
      throw new TypeError(`withSearch(): "${set}" has no tool or group "${name}"`);
    }),
  );
}

/** The names of the declared arguments of a tool. */
function argumentsOf({ tools }: Toolset<never>, name: string): ReadonlySet<string> {
  const { parameters, parametersJsonSchema } = (tools.get(name)?.entry.declaration ??
    {}) as Partial<FunctionDeclaration>;
  const { properties } = (parameters ?? parametersJsonSchema ?? {}) as { readonly properties?: object };
  return new Set(Object.keys(properties ?? {}));
}
