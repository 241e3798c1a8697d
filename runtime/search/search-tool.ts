import { isObject } from "../base/is-object.js";
import { nearest } from "../base/nearest.js";
import { quoteName } from "../base/find-tool.js";
import { ToolError } from "../errors.js";
import type { Parsed } from "../issue.js";
import type { BoundTool, CallContext, Toolset } from "../tool.js";
import type { FunctionDeclaration } from "../wire.js";
import { CALL_TOOL, mostQueries } from "./declarations.js";
import { type Hit, type SearchLimits, searchTools } from "./search-tools.js";

/** Orders the tools that fit a query. */
export type RankHook<Context = unknown> = (
  query: string,
  candidates: readonly Hit[],
  call: CallContext<Context>,
) => readonly Hit[] | PromiseLike<readonly Hit[]>;

/** The candidates that a hook orders. */
const mostCandidates = 50;

/** Bytes of a result: about 450 tokens. */
const largestResult = 1_780;

interface SearchArguments {
  readonly queries: readonly string[];
  readonly group?: string;
  /** The unknown name that the model called instead of searching. */
  readonly missing?: string;
}

/** `search_tools` of a set. */
export function searchTool<Context>(
  set: Toolset<Context>,
  declaration: FunctionDeclaration,
  hook: RankHook<Context> | undefined,
): BoundTool<Context> {
  const run = async (args: SearchArguments, call: CallContext<Context>): Promise<object> => {
    const hits = await find(set, args, call, hook);
    if (args.missing !== undefined) throw unknownTool(args.missing, hits);
    return resultOf(set, args, hits, call);
  };
  return {
    entry: { name: declaration.name, declaration, policy: {}, checks: () => ({ parse: parseSearch }) },
    run: run as BoundTool<Context>["run"],
  };
}

/** The error for a call of a tool that does not exist, with the nearest ones. */
export function unknownTool(name: string, hits: readonly Hit[]): ToolError {
  const near = hits.slice(0, 3).map(({ name: found, call }) => `${found} ${call}`);
  const hint = near.length === 0 ? "Search for a tool." : `The nearest are: ${near.join("; ")}.`;
  return new ToolError("UNKNOWN_TOOL", `There is no tool ${quoteName(name)}. ${hint}`);
}

async function find<Context>(
  set: Toolset<Context>,
  { queries, group }: SearchArguments,
  call: CallContext<Context>,
  hook: RankHook<Context> | undefined,
): Promise<readonly Hit[]> {
  const usable = call.usable && new Set(call.usable);
  const limits: SearchLimits = { usable, group: groupNamed(set, group) };
  if (hook === undefined) return searchTools(set, queries, undefined, limits);
  const lists = await Promise.all(
    queries.map(async (query) => {
      const candidates = searchTools(set, [query], mostCandidates, limits);
      const ordered = await hook(query, candidates, call);
      const byName = new Map(candidates.map((hit) => [hit.name, hit]));
      // The hook must not add a tool that the run may not call.
      return ordered.flatMap(({ name }) => byName.get(name) ?? []).slice(0, set.search?.results);
    }),
  );
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const rows = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? []));
  return [...new Map(rows.flat().map((hit) => [hit.name, hit])).values()];
}

function groupNamed({ groups }: Toolset<never>, group: string | undefined): string | undefined {
  return group !== undefined && Object.hasOwn(groups, group) ? group : undefined;
}

/** The result as the model reads it: as many hits as fit. */
function resultOf<Context>(
  set: Toolset<Context>,
  { group }: SearchArguments,
  hits: readonly Hit[],
  { usable }: CallContext<Context>,
): object {
  const known = Object.keys(set.groups).filter(
    (name) => usable === undefined || set.groups[name]!.some((member) => usable.includes(member)),
  );
  const isUnknownGroup = group !== undefined && !known.includes(group);
  const near = isUnknownGroup ? nearest(group, known) : undefined;
  const note = isUnknownGroup
    ? `There is no group ${quoteName(group)}${near === undefined ? "." : `; did you mean ${near}?`} All groups were searched.`
    : undefined;
  const frame = {
    ...(set.search!.names.has(CALL_TOOL) && {
      how: `${CALL_TOOL}({"name": "<name>", "arguments": "<call as JSON text>"})`,
    }),
    ...(note !== undefined && { note }),
  };
  if (hits.length === 0)
    return { tools: [], note: note ?? "Nothing fits. Use other words, without a group." };
  const tools: object[] = [];
  let length = sizeOf({ tools, ...frame });
  for (const { name, call, about, needs } of hits) {
    const row = { name, call, about, ...(needs.length > 0 && { needs }) };
    length += sizeOf(row) + 1;
    if (length > largestResult && tools.length > 0) break;
    tools.push(row);
  }
  return { tools, ...frame };
}

function sizeOf(value: object): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

/** Accepts one query instead of a list, and more queries than are searched. */
function parseSearch(wire: unknown): Parsed<SearchArguments> {
  const fields = isObject(wire) ? wire : {};
  const given = fields["queries"] ?? fields["query"];
  const queries = (Array.isArray(given) ? given : [given])
    .filter((query): query is string => typeof query === "string" && query.trim() !== "")
    .slice(0, mostQueries);
  const { group, missing } = fields;
  if (queries.length > 0)
    return {
      ok: true,
      value: {
        queries,
        ...(typeof group === "string" && group !== "" && { group }),
        ...(typeof missing === "string" && { missing }),
      },
    };
  const expected = "list of short texts, one for each step";
  return {
    ok: false,
    issues: [{ pointer: "/queries", code: "required", expected, received: "nothing" }],
  };
}
