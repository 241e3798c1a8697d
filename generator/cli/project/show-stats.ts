import type { GeneratedSet } from "../../generate.js";
import { searchTokens } from "../../search/search-cost.js";
import type { Palette } from "../terminal/colour.js";
import { printable, widthOf } from "../terminal/printable.js";

/** The cost of one tool. */
export interface ToolStats {
  readonly set: string;
  readonly tool: string;
  readonly bytes: number;
  readonly tokens: number;
  readonly depth: number;
  /** The number of uses of each rewrite, by the name of the rewrite. */
  readonly lowered: Readonly<Record<string, number>>;
  /** The tools that find values for the arguments of this tool. Missing if the set has no search. */
  readonly needs?: readonly string[];
}

/** The cost of a set with a search. */
export interface SearchStats {
  readonly set: string;
  /** The tokens of the declarations that the model gets from the start. */
  readonly tokens: number;
  /** The tokens of all declarations. */
  readonly allTokens: number;
}

export function statsOf(sets: readonly GeneratedSet[]): readonly ToolStats[] {
  return sets
    .filter(({ failed }) => !failed)
    .flatMap(({ name: set, lock, search }) =>
      lock.tools.map(({ name: tool, bytes, tokens, depth, lowered }, at) => {
        const needs = search && { needs: needsIn(search.lines[at]) };
        return { set, tool, bytes, tokens, depth, lowered: countRules(lowered), ...needs };
      }),
    );
}

export function searchStatsOf(sets: readonly GeneratedSet[]): readonly SearchStats[] {
  const sum = (tools: readonly { readonly tokens: number }[]): number =>
    tools.reduce((total, { tokens }) => total + tokens, 0);
  return sets.flatMap(({ name, lock, search, failed }) => {
    if (search === undefined || failed) return [];
    const { settings, groups } = search;
    const always = new Set(settings.always.flatMap((one) => [one, ...(groups.get(one) ?? [])]));
    const declared = lock.tools.filter((tool) => always.has(tool.name));
    const tokens = searchTokens(settings, groups) + sum(declared);
    return [{ set: name, tokens, allTokens: sum(lock.tools) }];
  });
}

function needsIn(line = ""): readonly string[] {
  return (line.split("\t")[2] ?? "").split(",").filter((name) => name !== "");
}

/** Counts how often each rewrite occurs. The lock contains a rewrite as its name and a pointer. */
function countRules(lowered: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const line of lowered) {
    const rule = line.split(" ", 1)[0] ?? line;
    counts[rule] = (counts[rule] ?? 0) + 1;
  }
  return counts;
}

export function showStats(
  stats: readonly ToolStats[],
  palette: Palette,
  searches: readonly SearchStats[] = [],
): string {
  const hasNeeds = searches.length > 0;
  const header = ["set", "tool", "bytes", "tokens", "depth", "rewritten", ...(hasNeeds ? ["needs"] : [])];
  const rows = stats.map(({ set, tool, bytes, tokens, depth, lowered, needs = [] }) => {
    return [
      printable(set),
      printable(tool),
      String(bytes),
      String(tokens),
      String(depth),
      showRules(lowered),
      ...(hasNeeds ? [needs.map(printable).join(", ")] : []),
    ];
  });
  const sum = (pick: (row: ToolStats) => number): string =>
    String(stats.reduce((total, row) => total + pick(row), 0));
  const deepest = String(Math.max(0, ...stats.map(({ depth }) => depth)));
  const total = [
    "",
    `${stats.length} ${stats.length === 1 ? "tool" : "tools"}`,
    sum((row) => row.bytes),
    sum((row) => row.tokens),
    deepest,
    "",
  ];
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows, total].map((row) => widthOf(row[column] ?? ""))),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0, column))
      .join("  ")
      .trimEnd();
  const costs = searches.map(
    ({ set, tokens, allTokens }) =>
      `${printable(set)}: ${tokens} tokens with search, ${allTokens} with all declarations`,
  );
  return [palette.bold(line(header)), ...rows.map(line), palette.dim(line(total)), ...costs, ""].join("\n");
}

/** Aligns a cell. Numbers are aligned to the right. */
function pad(cell: string, width: number, column: number): string {
  const space = " ".repeat(Math.max(0, width - widthOf(cell)));
  return column >= 2 && column <= 4 ? space + cell : cell + space;
}

function showRules(lowered: Readonly<Record<string, number>>): string {
  const rules = Object.entries(lowered).map(([rule, count]) => (count === 1 ? rule : `${rule} ×${count}`));
  return rules.length === 0 ? "-" : rules.join(", ");
}
