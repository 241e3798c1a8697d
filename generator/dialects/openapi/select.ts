import type { BrokenEntry } from "../../ir.js";
import type { Hints } from "./authority.js";
import type { Listing, Operation } from "./operations.js";
import { matches } from "./selector.js";
import type { OpenApiSettings, WrittenSelector } from "./settings.js";

// Which operations become tools, and on which basis.

export interface Selected {
  readonly operation: Operation;
  readonly hints: Hints;
}

/**
 * The basis of a selection: the `include` of the config, its `all`, extensions of the document, or a document that
 * fits the tool budget. "none": there is no selection, and the document does not fit.
 */
export type Basis = "include" | "all" | "document" | "budget" | "none";

export interface Selection {
  readonly basis: Basis;
  readonly selected: readonly Selected[];
  /** Every operation, selected or not. */
  readonly everything: readonly Selected[];
  /** Neither excluded by the config nor hidden by the document. */
  readonly eligible: readonly Selected[];
  /** Hidden by the document, and not excluded. */
  readonly hidden: readonly Selected[];
  /** Selectors that match no operation. */
  readonly unmatched: {
    readonly include: readonly WrittenSelector[];
    readonly exclude: readonly WrittenSelector[];
  };
  /** Entries that cannot be read. They might have been selected. */
  readonly broken: readonly BrokenEntry[];
}

/**
 * Decides which operations become tools: first by `exclude`, then by the `include` of the config, then by the hint of
 * the document about the operation (`enabled`), then by `all`, then by the budget. An operation that the document
 * hides needs an `include` that names it by operationId.
 */
export function selectOperations(
  { operations, broken }: Listing,
  hintsOf: (operation: Operation) => Hints,
  settings: OpenApiSettings,
  mostTools: number,
): Selection {
  const include = settings.include ?? [];
  const everything = operations.map((operation) => ({ operation, hints: hintsOf(operation) }));
  const open = everything.filter(({ operation }) => !isMatched(operation, settings.exclude));
  const eligible = open.filter(({ hints }) => hints.whole.enabled !== false);
  const hidden = open.filter(({ hints }) => hints.whole.enabled === false);
  const basis = basisOf(everything, eligible, settings, mostTools);
  const isSelected = ({ operation, hints }: Selected): boolean => {
    if (hints.whole.enabled === false)
      return isMatched(
        operation,
        include.filter(({ operationId }) => operationId !== undefined),
      );
    if (basis === "include") return isMatched(operation, include);
    return basis === "all" || basis === "budget" || hints.whole.enabled === true;
  };
  const isUnmatched = (selector: WrittenSelector): boolean =>
    !operations.some((operation) => matches(selector, operation));
  const unmatched = {
    include: include.filter(isUnmatched),
    exclude: settings.exclude.filter(isUnmatched),
  };
  const lost = broken
    .slice(0, unmatched.include.length)
    .map(({ origin }) => ({ was: { kind: "unknown" as const }, origin }));
  return {
    basis,
    selected: open.filter(isSelected),
    everything,
    eligible,
    hidden,
    unmatched,
    broken: [...broken, ...lost],
  };
}

function isMatched(operation: Operation, selectors: readonly WrittenSelector[]): boolean {
  return selectors.some((selector) => matches(selector, operation));
}

function basisOf(
  everything: readonly Selected[],
  eligible: readonly Selected[],
  { include, all }: OpenApiSettings,
  mostTools: number,
): Basis {
  if (include !== undefined) return "include";
  if (all) return "all";
  if (everything.some(({ hints }) => hints.whole.enabled === true)) return "document";
  return eligible.length > 0 && eligible.length <= mostTools ? "budget" : "none";
}
