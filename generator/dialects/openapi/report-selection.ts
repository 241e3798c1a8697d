import type { Report } from "../../diagnostics/report.js";
import { nearest } from "../../base/nearest.js";
import type { Settings } from "../spec-settings.js";
import type { Node } from "../node.js";
import type { Operation } from "./operations.js";
import type { Selection } from "./select.js";
import type { WrittenSelector } from "./settings.js";

/**
 * Reports the problems of a selection. If the user made no selection, the selected operations are reported,
 * too.
 */
export function reportSelection(
  selection: Selection,
  mostTools: number,
  root: Node,
  written: Settings,
  report: Report,
): void {
  const { basis, selected, everything, eligible, hidden, unmatched, broken } = selection;
  if (basis === "none" && everything.length > 0) {
    const over = eligible.length === 0 ? undefined : ({ budget: "tools", most: mostTools } as const);
    report.add("TP603", root.origin, { operations: everything.length, over });
  }
  if (basis === "all" || basis === "budget") {
    report.add("TP625", root.origin, { operations: selected.length });
    for (const { operation } of hidden)
      report.add("TP630", { key: operation.node.origin }, { call: `${operation.method} ${operation.path}` });
  }
  const operations = everything.map(({ operation }) => operation);
  for (const selector of unmatched.exclude) reportUnmatched("TP604", selector, operations, written);
  // If a part of the document cannot be read, that part may contain the operation that `include` names. The
  // problem is then only a warning.
  const code = broken.length > 0 ? "TP604" : "TP633";
  for (const selector of unmatched.include) reportUnmatched(code, selector, operations, written);
  const isIdle = basis === "include" && selected.length === 0 && unmatched.include.length === 0;
  if (isIdle && everything.length > 0) written.add("TP617", ["include"], nothingSelected);
}

const nothingSelected = {
  setting: "include",
  expected: "selectors of an operation that is neither excluded nor hidden",
  found: "none",
};

function reportUnmatched(
  code: "TP604" | "TP633",
  { text, at }: WrittenSelector,
  operations: readonly Operation[],
  written: Settings,
): void {
  const selectable = operations.flatMap(({ operationId, tags, path, method }) => [
    ...(operationId === undefined ? [] : [operationId]),
    ...tags.map((tag) => `tag:${tag}`),
    path,
    `${method} ${path}`,
  ]);
  const suggestion = nearest(text, selectable);
  const help = suggestion === undefined ? undefined : `Did you mean ${JSON.stringify(suggestion)}?`;
  written.add(code, at, { selector: text }, { help });
}
