import { matches, parseSelector } from "../dialects/openapi/selector.js";
import type { Budgets } from "../options.js";
import type { ListedOperation } from "./list-operations.js";

/** The operations that one line of `include` selects. */
export interface OperationGroup {
  /** The line of `include` for the group: a tag such as `tag:pets`, or a path such as `/pets*`. */
  readonly include: string;
  readonly operations: number;
  /** The estimated tokens of the declarations of all operations in the group. */
  readonly tokens: number;
  readonly included: number;
}

export interface Groups {
  readonly by: "tag" | "path";
  /** The groups, ordered by the number of their operations. The largest group is first. */
  readonly groups: readonly OperationGroup[];
  /** The number of operations that belong to no group. */
  readonly others: number;
}

/**
 * Groups operations by their tags. If the document has no tags, operations are grouped by the first segment
 * of their paths.
 */
export function groupOperations(operations: readonly ListedOperation[]): Groups {
  const by = operations.some(({ tags }) => tags.length > 0) ? "tag" : "path";
  const selectors = new Set(operations.flatMap((operation) => selectorsOf(operation, by)));
  const groups = [...selectors].map((include) => {
    const selector = parseSelector(include)!;
    return { include, ...costOf(operations.filter((operation) => matches(selector, operation))) };
  });
  const others = operations.filter((operation) => selectorsOf(operation, by).length === 0).length;
  return { by, groups: groups.sort((a, b) => b.operations - a.operations || compare(a, b)), others };
}

function selectorsOf({ tags, path }: ListedOperation, by: Groups["by"]): readonly string[] {
  if (by === "tag") return tags.map((tag) => `tag:${tag}`);
  const segment = /^\/[^/{]+/.exec(path)?.[0];
  return segment === undefined ? [] : [`${segment}*`];
}

/**
 * Returns the number and the cost of operations as tools. Hidden operations and operations that cannot become
 * a tool are not counted.
 */
export function costOf(operations: readonly ListedOperation[]): Omit<OperationGroup, "include"> {
  const tools = operations.filter(isAvailable);
  return {
    operations: tools.length,
    tokens: tools.reduce((sum, { tokens = 0 }) => sum + tokens, 0),
    included: tools.filter(({ included }) => included).length,
  };
}

export function isAvailable({ code, hidden, included }: ListedOperation): boolean {
  return code === undefined && (!hidden || included);
}

/** Whether a group of operations is within the budgets. */
export function fits(
  { operations, tokens }: Pick<OperationGroup, "operations" | "tokens">,
  budgets: Budgets,
): boolean {
  return operations > 0 && operations <= budgets.tools && tokens <= budgets.tokens;
}

function compare(a: OperationGroup, b: OperationGroup): number {
  return a.include < b.include ? -1 : a.include > b.include ? 1 : 0;
}
