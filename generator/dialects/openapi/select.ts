import type { Report } from "../../diagnostics.js";
import type { BrokenEntry } from "../../ir.js";
import { nearest } from "../../nearest.js";
import type { Settings } from "../spec-settings.js";
import type { AgentHints } from "./extensions.js";
import type { Node } from "./node.js";
import type { Listing, Operation } from "./operations.js";
import { matches, type Selector } from "./selector.js";
import type { OpenApiSettings, WrittenSelector } from "./settings.js";

export interface Selected {
  readonly operation: Operation;
  readonly hints: AgentHints;
}

export interface Selection {
  readonly selected: readonly Selected[];
  /** What may have been selected if it could be read. */
  readonly broken: readonly BrokenEntry[];
}

/**
 * Who becomes a tool: `exclude` first, then the config's `include`, then what the document says of the operation
 * (`enabled`), then `all`. An operation the document hides needs an `include` that names it by operationId.
 */
export function selectOperations(
  listing: Listing,
  hintsOf: (operation: Operation) => AgentHints,
  settings: OpenApiSettings,
  root: Node,
  written: Settings,
  report: Report,
): Selection {
  const { operations, broken } = listing;
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
  if (settings.include === undefined && !settings.all && !offered && operations.length > 0) {
    report.add("TP603", root.origin, { operations: operations.length });
  }
  if (settings.all && settings.include === undefined) {
    report.add("TP625", root.origin, { operations: selected.length });
  }
  const isUnmatched = (selector: Selector): boolean => !used.has(selector);
  const missed = (settings.include ?? []).filter(isUnmatched);
  for (const selector of settings.exclude.filter(isUnmatched))
    reportUnmatched("TP604", selector, operations, written);
  // What a selector is about may be in a part that cannot be read: then it is no mistake of the settings.
  for (const selector of missed)
    reportUnmatched(broken.length > 0 ? "TP604" : "TP633", selector, operations, written);
  if (settings.include !== undefined && selected.length === 0 && operations.length > 0 && missed.length === 0)
    written.add("TP617", ["include"], nothingSelected);
  const lost = broken.slice(0, missed.length).map(({ origin }) => ({ was: "unknown" as const, origin }));
  return { selected, broken: [...broken, ...lost] };
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
  const meant = nearest(text, selectable);
  const help = meant === undefined ? undefined : `Did you mean ${JSON.stringify(meant)}?`;
  written.add(code, at, { selector: text }, { help });
}
