import type { OperationGroup, Groups } from "../../operations/group-operations.js";
import type { ListedOperation } from "../../operations/list-operations.js";
import { type Column, columns } from "../terminal/columns.js";

// Formats operations and tags as tables and as JSON records.

const operationColumns: readonly Column[] = [
  { title: "operation" },
  { title: "tokens", right: true },
  { title: "state" },
  { title: "tag", share: 2 },
  { title: "call", share: 3, keepEnd: true },
  { title: "summary", share: 4 },
];

/** Returns a header and one line for each operation. Each line begins with the value for `include`. */
export function showOperations(operations: readonly ListedOperation[], width?: number): readonly string[] {
  const rows = operations.map((operation) => {
    const { include, method, path, tags, tokens, summary } = operation;
    const call = `${method} ${path}`;
    return [
      include,
      String(tokens ?? "-"),
      stateOf(operation),
      tags[0] ?? "",
      call === include ? "" : call,
      summary,
    ];
  });
  return columns(operationColumns, rows, width);
}

function stateOf({ code, included, hidden }: ListedOperation): string {
  return code ?? (included ? "included" : hidden ? "hidden" : "");
}

const groupColumns: readonly Column[] = [
  { title: "include" },
  { title: "operations", right: true },
  { title: "tokens", right: true },
  { title: "state" },
];

/** Returns a header and one line for each group. */
export function showGroups(groups: readonly OperationGroup[], width?: number): readonly string[] {
  const rows = groups.map(({ include, operations, tokens, included }) => [
    include,
    String(operations),
    String(tokens),
    included === 0 ? "" : `${included} included`,
  ]);
  return columns(groupColumns, rows, width);
}

/** Returns an operation as a JSON record with every field. A missing value is null. */
export function operationRecord(operation: ListedOperation): Readonly<Record<string, unknown>> {
  const { include, operationId, method, path, tags, summary, tokens, code, included, hidden } = operation;
  return {
    include,
    operationId: operationId ?? null,
    method,
    path,
    tag: tags[0] ?? null,
    tags,
    summary,
    tokens: tokens ?? null,
    included,
    hidden,
    code: code ?? null,
  };
}

export function groupRecord(group: OperationGroup, by: Groups["by"]): Readonly<Record<string, unknown>> {
  return { ...group, ...(by === "tag" && { tag: group.include.slice("tag:".length) }) };
}
