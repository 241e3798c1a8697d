import type { Report } from "../../diagnostics.js";
import { nearest } from "../../nearest.js";
import type { AgentHints } from "./extensions.js";
import type { Node } from "./node.js";
import type { Operation } from "./operations.js";
import { matches, type Selector } from "./selector.js";
import type { OpenApiSettings } from "./settings.js";

export interface Selected {
  readonly operation: Operation;
  readonly hints: AgentHints;
}

/**
 * Who becomes a tool: `exclude` first, then the config's `include`, then what the document says of the operation
 * (`enabled`), then `all`. An operation the document hides needs an `include` that names it by operationId.
 */
export function selectOperations(
  operations: readonly Operation[],
  hintsOf: (operation: Operation) => AgentHints,
  settings: OpenApiSettings,
  root: Node,
  report: Report,
): readonly Selected[] {
  const used = new Set<Selector>();
  const matching = (selectors: readonly Selector[], operation: Operation): readonly Selector[] => {
    const found = selectors.filter((selector) => matches(selector, operation));
    for (const selector of found) used.add(selector);
    return found;
  };
  let offered = false;
  const selected = operations.flatMap((operation) => {
    const hints = hintsOf(operation);
    offered ||= hints.enabled === true;
    const excluded = matching(settings.exclude, operation).length > 0;
    const included = matching(settings.include ?? [], operation);
    if (excluded) return [];
    if (hints.enabled === false) {
      const call = `${operation.method} ${operation.path}`;
      if (settings.all) report.add("TP630", { key: operation.node.origin }, { call });
      return included.some((selector) => selector.operationId !== undefined) ? { operation, hints } : [];
    }
    if (settings.include !== undefined) return included.length > 0 ? { operation, hints } : [];
    return settings.all || hints.enabled === true ? { operation, hints } : [];
  });
  for (const selector of [...(settings.include ?? []), ...settings.exclude]) {
    if (!used.has(selector)) reportUnmatched(selector, operations, report);
  }
  if (settings.include !== undefined && selected.length === 0 && operations.length > 0) {
    // A warning would leave a set without tools, and delete what was generated before.
    const problem = { setting: "include", expected: "selectors that match an operation", found: "none" };
    report.add("TP617", undefined, problem);
  }
  if (settings.include === undefined && !settings.all && !offered && operations.length > 0) {
    report.add("TP603", root.origin, { operations: operations.length });
  }
  if (settings.all && settings.include === undefined) {
    report.add("TP625", root.origin, { operations: selected.length });
  }
  return selected;
}

function reportUnmatched({ text }: Selector, operations: readonly Operation[], report: Report): void {
  const selectable = operations.flatMap(({ operationId, tags, path, method }) => [
    ...(operationId === undefined ? [] : [operationId]),
    ...tags.map((tag) => `tag:${tag}`),
    path,
    `${method} ${path}`,
  ]);
  const meant = nearest(text, selectable);
  const help = meant === undefined ? undefined : `Did you mean ${JSON.stringify(meant)}?`;
  report.add("TP604", undefined, { selector: text }, { help });
}
